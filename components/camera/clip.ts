'use client'

/** The clip that is being recorded: its seconds so far, and how to begin and end it. */
export type Clip = {
  /** Undefined before the browser is known, and where it records no clip. */
  readonly type: string | undefined
  /** Whole seconds; undefined while none is recorded. */
  readonly seconds: number | undefined
  readonly start: (sound: MediaStreamTrack | undefined) => void
  readonly stop: () => void
}
