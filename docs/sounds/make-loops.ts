// Writes the camera's two loops to public/sounds: `node docs/sounds/make-loops.ts` (needs ffmpeg).
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import {
  addRoom,
  bass,
  bell,
  createLoop,
  drum,
  type Loop,
  pad,
  pluck,
  RATE,
  shaker,
} from './voices.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'public', 'sounds')

// MP3 decoders add different silence. The file overlaps the loop, and the player cuts one round
// (lib/camera/scene.ts).
const LEAD = 0.1

type Chord = { readonly root: number; readonly notes: readonly number[] }

const chord = (root: number, ...notes: number[]): Chord => ({ root, notes })

/** 路上: a walk with a guitar, 96 beats a minute, 8 bars. */
function road(): Loop {
  const beat = 60 / 96
  const loop = createLoop(32 * beat)
  const chords = [
    chord(36, 60, 64, 67, 71),
    chord(40, 59, 64, 67, 74),
    chord(33, 60, 64, 69, 72),
    chord(41, 60, 65, 69, 76),
    chord(36, 60, 64, 67, 74),
    chord(45, 60, 64, 69, 76),
    chord(38, 60, 65, 69, 74),
    chord(43, 59, 65, 67, 74),
  ]
  const picking = [0, 2, 1, 3, 2, 1, 3, 2]
  chords.forEach(({ root, notes }, bar) => {
    const start = 4 * bar * beat
    picking.forEach((string, eighth) => {
      // The second of two eighths comes late, as feet do.
      const at = start + (eighth + (eighth % 2) * 0.12) * 0.5 * beat
      const loud = eighth % 4 === 0 ? 0.34 : 0.24
      pluck(loop, { at, pitch: notes[string] ?? root, loud, pan: eighth % 2 === 0 ? -0.35 : 0.3 })
    })
    for (const [at, loud] of [
      [0, 0.34],
      [2.56, 0.22],
    ] as const) {
      bass(loop, { at: start + at * beat, pitch: root, loud: 0.6 * loud, seconds: 1.2 * beat })
      drum(loop, { at: start + at * beat, loud })
    }
    for (let half = 0; half < 8; half += 1) {
      const at = start + (half + (half % 2) * 0.12) * 0.5 * beat
      shaker(loop, { at, loud: half % 2 === 1 ? 0.07 : 0.03, seconds: 0.09, pan: 0.4 })
    }
  })
  const tune = [76, 79, 81, 79, 76, 74, 72, 74, 76, 84, 81, 79, 76, 74, 69, 71]
  tune.forEach((pitch, index) => {
    if (index % 4 === 3 && index !== 15) return
    bell(loop, { at: (2 * index + (index % 2) * 0.5) * beat, pitch, loud: 0.13, pan: 0.15 })
  })
  addRoom(loop, 0.16)
  return loop
}

/** 水邊: waves and bells, 72 beats a minute, 6 bars. */
function water(): Loop {
  const beat = 60 / 72
  const loop = createLoop(24 * beat)
  const chords = [chord(38, 62, 66, 69, 73), chord(35, 59, 66, 69, 74), chord(43, 59, 62, 66, 71)]
  chords.forEach(({ root, notes }, index) => {
    const start = 8 * index * beat
    for (const [place, pitch] of notes.entries()) {
      pad(loop, { at: start, pitch, loud: 0.1, pan: 0.4 - 0.25 * place, seconds: 8 * beat + 1 })
    }
    bass(loop, { at: start, pitch: root, loud: 0.2, seconds: 5 * beat })
    bass(loop, { at: start + 5 * beat, pitch: root + 7, loud: 0.13, seconds: 2.5 * beat })
    shaker(loop, { at: start + beat, loud: 0.045, seconds: 6.5 * beat, pan: index - 1 })
  })
  const tune: readonly (readonly [number, number])[] = [
    [0, 78],
    [1.5, 81],
    [3, 74],
    [5, 76],
    [6.5, 73],
    [8, 74],
    [9.5, 78],
    [11, 69],
    [13, 71],
    [14.5, 74],
    [16, 71],
    [17, 74],
    [18.5, 78],
    [20, 76],
    [22, 69],
  ]
  tune.forEach(([at, pitch], index) => {
    bell(loop, { at: at * beat, pitch, loud: 0.24, pan: index % 2 === 0 ? -0.3 : 0.35 })
    if (index % 3 === 0) pluck(loop, { at: (at + 0.5) * beat, pitch: pitch - 12, loud: 0.2 })
  })
  addRoom(loop, 0.3)
  return loop
}

function samplesOf({ left, right }: Loop): Buffer {
  const peak = [...left, ...right].reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const lead = Math.round(LEAD * RATE)
  const count = left.length + 2 * lead
  const bytes = Buffer.alloc(4 * count)
  for (let sample = 0; sample < count; sample += 1) {
    const place = (sample - lead + left.length) % left.length
    bytes.writeInt16LE(Math.round((26_000 * (left[place] ?? 0)) / peak), 4 * sample)
    bytes.writeInt16LE(Math.round((26_000 * (right[place] ?? 0)) / peak), 4 * sample + 2)
  }
  return bytes
}

function write(name: string, loop: Loop): void {
  const input = ['-f', 's16le', '-ar', String(RATE), '-ac', '2', '-i', 'pipe:0']
  const output = ['-codec:a', 'libmp3lame', '-b:a', '80k', '-map_metadata', '-1']
  const target = join(FOLDER, `${name}.mp3`)
  const { status, stderr } = spawnSync('ffmpeg', ['-y', ...input, ...output, target], {
    input: samplesOf(loop),
  })
  if (status !== 0) throw new Error(`ffmpeg failed for ${target}: ${stderr.toString()}`)
  console.log(`${target}: ${loop.left.length / RATE} s`)
}

write('road', road())
write('water', water())
