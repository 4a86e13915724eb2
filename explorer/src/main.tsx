// SPDX-License-Identifier: BSD-3-Clause
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { ExplorerApp } from "./app/explorer_app";
import { openSource } from "./data/open_source";
import "./style/index.css";

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <ExplorerApp open={openSource} />
  </StrictMode>,
);
