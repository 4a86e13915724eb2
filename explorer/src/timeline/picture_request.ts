// SPDX-License-Identifier: BSD-3-Clause
// Asks for the picture of a window quickly; if it is coarse, a finer one follows once the person stays in
// the window. The first question is sent at once; while it is on its way, later ones wait a little, so that a turn of
// the wheel costs few.
import type { Picture } from "../data/schema";
import { LatestRequest } from "./latest_request";

export const QUICK_WAIT_MS = 20;
export const FINER_WAIT_MS = 100;

export interface PictureOfWindow {
  picture: Picture;
  pictureOf: string; // what tells the window from others
}

export class PictureRequest {
  private readonly quick: LatestRequest<PictureOfWindow>;
  private readonly finer: LatestRequest<PictureOfWindow>;
  private wanted = "";

  constructor(onPicture: (answer: PictureOfWindow) => void, onError: (message: string) => void) {
    this.quick = new LatestRequest(QUICK_WAIT_MS, onPicture, onError);
    this.finer = new LatestRequest(FINER_WAIT_MS, onPicture, onError);
  }

  ask(pictureOf: string, question: (isQuick: boolean) => Promise<Picture>): void {
    this.wanted = pictureOf;
    this.finer.stop();
    const quickly = async () => {
      const picture = await question(true);
      if (picture.is_coarse && this.wanted === pictureOf)
        this.finer.ask(async () => ({ picture: await question(false), pictureOf }));
      return { picture, pictureOf };
    };
    this.quick.ask(quickly, this.quick.isIdle ? 0 : QUICK_WAIT_MS);
  }

  stop(): void {
    this.wanted = "";
    this.quick.stop();
    this.finer.stop();
  }
}
