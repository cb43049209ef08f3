'use client'

import { type LoopName, loopPath, ROUND } from '#lib/camera/scene.ts'

/** Plays one loop at a time. Made by a press, since browsers allow sound only then. */
export type Music = {
  /** Resolves when playback starts; rejects if the loop could not be loaded. */
  readonly play: (name: LoopName) => Promise<void>
  readonly stop: () => void
  /** Loudness from 0 to 1. */
  readonly setVolume: (volume: number) => void
  /** Audio track for a clip. */
  readonly track: () => MediaStreamTrack | undefined
  readonly close: () => void
}

async function load(context: AudioContext, name: LoopName): Promise<AudioBuffer> {
  const answer = await fetch(loopPath(name))
  if (!answer.ok) throw new Error(`${loopPath(name)} answered ${answer.status}`)
  return context.decodeAudioData(await answer.arrayBuffer())
}

/** Returns a player. Throws where the browser has no Web Audio. */
export function createMusic(): Music {
  const context = new AudioContext()
  const gain = context.createGain()
  const recorded = context.createMediaStreamDestination()
  gain.connect(context.destination)
  gain.connect(recorded)
  const buffers = new Map<LoopName, Promise<AudioBuffer>>()
  let wanted: LoopName | undefined
  let playing: AudioBufferSourceNode | undefined

  const stop = () => {
    wanted = undefined
    playing?.stop()
    playing = undefined
  }

  const play = async (name: LoopName) => {
    stop()
    wanted = name
    const loading = buffers.get(name) ?? load(context, name)
    buffers.set(name, loading)
    try {
      // Without an audio output some browsers never resolve; playback is then silent.
      void context.resume()
      await loading
    } catch (error) {
      buffers.delete(name)
      throw error
    }
    // Another press came while it loaded.
    if (wanted !== name || playing) return
    playing = context.createBufferSource()
    playing.buffer = await loading
    playing.loop = true
    playing.loopStart = ROUND.start
    playing.loopEnd = ROUND.end
    playing.connect(gain)
    playing.start(0, ROUND.start)
  }

  return {
    play,
    stop,
    setVolume: (volume) => {
      gain.gain.value = volume
    },
    track: () => recorded.stream.getAudioTracks()[0],
    close: () => {
      stop()
      void context.close()
    },
  }
}
