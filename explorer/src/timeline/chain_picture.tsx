// SPDX-License-Identifier: BSD-3-Clause
import type { Finding, ReportStructure } from "../data/schema";

export interface ChainPictureProps {
  report: ReportStructure;
  finding: Finding;
  width?: number;
  height?: number;
}

export function ChainPicture(_props: ChainPictureProps) {
  return null;
}
