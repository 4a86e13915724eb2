// SPDX-License-Identifier: BSD-3-Clause
import type { ReportStructure } from "../data/schema";

export interface PairValue {
  from: number; // rank
  to: number;
  value: number;
}

export interface TopologyPanelProps {
  values: Float64Array;
  report: ReportStructure;
  unit: string;
  title: string;
  selected: number[] | null;
  onSelect: (locations: number[]) => void;
  pairs?: PairValue[];
  pairsUnit?: string;
}

export function TopologyPanel(_props: TopologyPanelProps) {
  return <div className="topology-panel" />;
}
