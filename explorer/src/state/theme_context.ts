// SPDX-License-Identifier: BSD-3-Clause
import { createContext, useContext } from "react";

import type { Theme } from "../model/colors";

export const ThemeContext = createContext<Theme>("light");
export const useThemeName = () => useContext(ThemeContext);
