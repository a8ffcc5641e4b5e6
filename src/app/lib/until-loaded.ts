const AGAIN_MS = 5000

export const untilLoaded = <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> =>
  load().catch(async () => {
    await new Promise((again) => setTimeout(again, AGAIN_MS))
    return untilLoaded(load)
  })
