/** The loops of the camera, in the order of their buttons; the files are public/sounds/{name}.mp3. */
export const LOOPS = ['road', 'water'] as const
export type LoopName = (typeof LOOPS)[number]

/** The round that is played, in seconds of the file (docs/sounds/make-loops.ts). */
export const ROUND = { start: 0.1, end: 20.1 } as const

/** The address of a loop. */
export function loopPath(name: LoopName): string {
  return `/sounds/${name}.mp3`
}
