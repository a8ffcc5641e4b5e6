/** No Chromium, in one sentence that says what to do. */
export class ChromiumMissing extends Error {}

/** The path of a Chromium that can be started. Throws {@link ChromiumMissing}. */
export function findChromium(): string

/** Like it, but a headless shell where the system has one. */
export function findHeadlessShell(): string

/** One line where no Chinese face is installed, else undefined. */
export function missingChineseFonts(): string | undefined
