// SPDX-License-Identifier: BSD-3-Clause
// Keeps an error of one picture from taking the whole page along.
import { Component, type ReactNode } from "react";

export class ErrorBoundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.message === null) return this.props.children;
    return (
      <p className="error" role="alert">
        This part could not be drawn: {this.state.message}
      </p>
    );
  }
}
