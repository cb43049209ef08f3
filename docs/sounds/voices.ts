/** Samples a second. */
export const RATE = 44_100

/** A stereo loop; sound past its end wraps to its beginning. */
export type Loop = { readonly left: Float64Array; readonly right: Float64Array }

/** One note: seconds from the start, pitch as a MIDI number, loudness and place (-1 left, 1 right). */
export type Note = {
  readonly at: number
  readonly pitch: number
  readonly loud: number
  readonly pan?: number
}

/** Returns silence of this many seconds. */
export function createLoop(seconds: number): Loop {
  const length = Math.round(seconds * RATE)
  return { left: new Float64Array(length), right: new Float64Array(length) }
}

const hertz = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12)

// The same noise in every run, so that the files can be made again.
function createNoise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

/** Adds `seconds` of a signal, given by sample number, to the loop. */
function add(loop: Loop, note: Note, seconds: number, signal: (sample: number) => number): void {
  const { at, loud, pan = 0 } = note
  const length = loop.left.length
  const start = Math.round(at * RATE)
  const count = Math.round(seconds * RATE)
  const [left, right] = [loud * Math.sqrt((1 - pan) / 2), loud * Math.sqrt((1 + pan) / 2)]
  for (let sample = 0; sample < count; sample += 1) {
    const place = (start + sample) % length
    const value = signal(sample)
    loop.left[place] = (loop.left[place] ?? 0) + left * value
    loop.right[place] = (loop.right[place] ?? 0) + right * value
  }
}

// A short fade in and out, which prevents clicks.
function fade(sample: number, count: number, rise: number, fall: number): number {
  return Math.min(1, sample / (rise * RATE), (count - sample) / (fall * RATE))
}

/** A plucked string, after Karplus and Strong. */
export function pluck(loop: Loop, note: Note): void {
  const noise = createNoise(Math.round(note.at * 1000) + note.pitch)
  const string = new Float64Array(Math.round(RATE / hertz(note.pitch)))
  let last = 0
  for (let place = 0; place < string.length; place += 1) {
    last += 0.45 * (noise() - last)
    string[place] = last
  }
  const seconds = 2.4
  add(loop, note, seconds, (sample) => {
    const place = sample % string.length
    const now = string[place] ?? 0
    string[place] = 0.9965 * 0.5 * (now + (string[(place + 1) % string.length] ?? 0))
    return 1.6 * now * fade(sample, seconds * RATE, 0.001, 0.3)
  })
}

/** A struck bell with a soft head. */
export function bell(loop: Loop, note: Note): void {
  const step = (2 * Math.PI * hertz(note.pitch)) / RATE
  const seconds = 3.2
  add(loop, note, seconds, (sample) => {
    const time = sample / RATE
    const bright = 1.4 * Math.exp(-5 * time)
    const wave = Math.sin(step * sample + bright * Math.sin(2 * step * sample))
    return 0.5 * wave * Math.exp(-1.9 * time) * fade(sample, seconds * RATE, 0.004, 0.4)
  })
}

/** A round bass. */
export function bass(loop: Loop, note: Note & { readonly seconds: number }): void {
  const step = (2 * Math.PI * hertz(note.pitch)) / RATE
  add(loop, note, note.seconds, (sample) => {
    const wave = Math.sin(step * sample) + 0.25 * Math.sin(2 * step * sample)
    return Math.tanh(1.3 * wave) * fade(sample, note.seconds * RATE, 0.012, 0.12)
  })
}

/** A held chord's voice that swells and moves a little. */
export function pad(loop: Loop, note: Note & { readonly seconds: number }): void {
  const step = (2 * Math.PI * hertz(note.pitch)) / RATE
  add(loop, note, note.seconds, (sample) => {
    const sway = 0.002 * Math.sin((2 * Math.PI * 0.6 * sample) / RATE)
    const wave = [1, 1.003, 0.997].reduce(
      (sum, tune) => sum + Math.sin(step * tune * sample * (1 + sway * 0.01)),
      0,
    )
    const upper = 0.3 * Math.sin(2 * step * sample) + 0.1 * Math.sin(3 * step * sample)
    return 0.3 * (wave + upper) * fade(sample, note.seconds * RATE, 0.9, 1.2)
  })
}

/** A soft drum. */
export function drum(loop: Loop, note: Omit<Note, 'pitch'>): void {
  add(loop, { ...note, pitch: 0 }, 0.4, (sample) => {
    const time = sample / RATE
    const swing = 2 * Math.PI * (48 * time + 3.2 * (1 - Math.exp(-28 * time)))
    return Math.sin(swing) * Math.exp(-9 * time) * fade(sample, 0.4 * RATE, 0.002, 0.05)
  })
}

/** Sand in a box, or with a longer `seconds` a wave that runs out on a beach. */
export function shaker(loop: Loop, note: Omit<Note, 'pitch'> & { readonly seconds: number }): void {
  const noise = createNoise(Math.round(note.at * 997))
  let low = 0
  add(loop, { ...note, pitch: 0 }, note.seconds, (sample) => {
    const now = noise()
    low += 0.35 * (now - low)
    const part = sample / (note.seconds * RATE)
    return (now - low) * Math.sin(Math.PI * part ** 0.5) ** 2
  })
}

// An echo of one delay in samples. The second round continues the first one's tail.
function echo(side: Float64Array, delay: number): Float64Array {
  const ring = new Float64Array(side.length)
  for (let step = 0; step < 2 * side.length; step += 1) {
    const place = step % side.length
    const before = (place - delay + side.length) % side.length
    ring[place] = (side[place] ?? 0) + 0.78 * (ring[before] ?? 0)
  }
  return ring
}

/** Adds reverb that wraps around the loop, so it has no seam. */
export function addRoom({ left, right }: Loop, amount: number): void {
  const delays = [0.0297, 0.0371, 0.0411, 0.0437]
  for (const side of [left, right]) {
    const spread = side === left ? 1 : 1.07
    const echoes = delays.map((seconds) => echo(side, Math.round(seconds * spread * RATE)))
    side.forEach((value, place) => {
      const late = echoes.reduce((sum, ring) => sum + (ring[place] ?? 0), 0)
      side[place] = value + (amount * late) / delays.length
    })
  }
}
