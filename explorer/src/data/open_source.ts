// SPDX-License-Identifier: BSD-3-Clause
// Finds out where the data are: in the page, or at the server that sent it.
import { bytesOfBase64, unzipped } from "./base64";
import { CachedSource } from "./cached_source";
import type { EmbeddedData } from "./embedded_data";
import { EmbeddedSource } from "./embedded_source";
import { ServerSource } from "./server_source";
import type { Source } from "./source";

const TOKEN = "tarry-token";

// Takes the token out of the address, where it could be seen or shared, and keeps it for reloads.
export function takeToken(): string {
  const address = new URL(window.location.href);
  const token = address.searchParams.get("token");
  if (token === null) return sessionStorage.getItem(TOKEN) ?? "";
  sessionStorage.setItem(TOKEN, token);
  address.searchParams.delete("token");
  window.history.replaceState(null, "", address);
  return token;
}

export async function openSource(): Promise<Source> {
  const text = document.getElementById("tarry-data")?.textContent?.trim() ?? "";
  if (text !== "") {
    const data = JSON.parse(await unzipped(bytesOfBase64(text))) as EmbeddedData;
    return new CachedSource(new EmbeddedSource(data));
  }
  if (window.location.protocol === "file:")
    throw new Error("This page has no data. 'tarry view --html FILE' writes a page that has them.");
  return new CachedSource(new ServerSource(takeToken()));
}
