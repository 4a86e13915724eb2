// SPDX-License-Identifier: BSD-3-Clause
// Colors of what a rank did at a time, and of kinds of phases. Symptoms, causes and the rest differ in
// lightness, too.
import type { Diagnosis, SamplePicture } from "../data/diagnosis";
import { losingKinds } from "../model/phase_choice";
import type { Theme } from "../timeline/state_colors";

export type Role = "symptom" | "cause";

export interface RoleColors {
  symptom: string;
  cause: string;
  computes: string;
  communicates: string;
}

export const ROLE_COLORS: Record<Theme, RoleColors> = {
  light: { symptom: "#d9480f", cause: "#3b2a6b", computes: "#dfe5ea", communicates: "#a9b4be" },
  dark: { symptom: "#ff8b3d", cause: "#d9c2ff", computes: "#39424d", communicates: "#66717d" },
};

export const ROLE_TEXTS: [role: keyof RoleColors, text: string][] = [
  ["symptom", "symptom: where a loss shows"],
  ["cause", "cause"],
  ["computes", "computes"],
  ["communicates", "communicates"],
];

const LOSING: Record<Theme, string[]> = {
  light: ["#1f5fa8", "#7a4fa3", "#8a6d1f", "#2f7770", "#a33e6c", "#5b6fb8"],
  dark: ["#5a9be6", "#b48be0", "#cdb25a", "#5fb8ae", "#e58ab4", "#7f93e6"],
};
const OTHERS: Record<Theme, string[]> = { light: ["#c4ccd4", "#dde2e7"], dark: ["#4a5460", "#343c46"] };

// Returns a color for each kind of phases: strong ones for those that lose something, the largest loss
// first, and two grays for the others.
export function kindColors(diagnosis: Diagnosis, theme: Theme): string[] {
  const losing = losingKinds(diagnosis);
  return diagnosis.kinds.map((_, kind) => {
    const at = losing.indexOf(kind);
    const colors = at < 0 ? OTHERS[theme] : LOSING[theme];
    return colors[(at < 0 ? kind : at) % colors.length]!;
  });
}

// Returns what each mark is in all losses, or in the chosen one, where what is below counts as well.
export function rolesOfMarks(picture: SamplePicture, loss: number | null): (Role | null)[] {
  const chosen = loss === null ? undefined : picture.findings[loss];
  return picture.marks.map(([kind, frame, isSymptom]) => {
    if (!chosen) return isSymptom ? "symptom" : "cause";
    if (kind !== chosen.kind) return null;
    for (let at = frame; at >= 0; at = picture.frames[at]![0]) {
      if (at === chosen.symptom) return "symptom";
      const cause = chosen.causes.find((each) => each.frame === at);
      if (cause && (!cause.own || at === frame)) return "cause";
    }
    return null;
  });
}
