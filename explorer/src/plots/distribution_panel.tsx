// SPDX-License-Identifier: BSD-3-Clause
import type { Location } from "../data/schema";

export interface DistributionPanelProps {
  values: Float64Array;
  locations: Location[];
  unit: string;
  title: string;
  selected: number[] | null;
  onSelect: (locations: number[]) => void;
  compared?: { title: string; values: Float64Array };
}

export function DistributionPanel(_props: DistributionPanelProps) {
  return <div className="distribution-panel" />;
}
