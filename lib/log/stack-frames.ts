import 'server-only'

import { findSourceMap } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const FRAMES = 12
const BUILT = /^(at (?:async )?)(?:.* \()?(?:file:\/\/)?(\/[^()]+):(\d+):(\d+)\)?$/

// Next replaces Error.prepareStackTrace, by which Node itself would name the sources.
function sourceFrame(frame: string): string {
  const [, start, file, line, column] = BUILT.exec(frame) ?? []
  if (start === undefined || file === undefined) return frame
  const entry = findSourceMap(file)?.findEntry(Number(line) - 1, Number(column) - 1)
  if (entry === undefined || !('originalSource' in entry)) return frame
  const { originalSource, originalLine, originalColumn } = entry
  const source = originalSource.startsWith('file:')
    ? relative(process.cwd(), fileURLToPath(originalSource))
    : originalSource
  return `${start}${source}:${originalLine + 1}:${originalColumn + 1}`
}

/** The innermost 12 frames of an error; places in the build are named by the source file, line and column. */
export function stackFrames(error: Error): readonly string[] {
  const frames = (error.stack ?? '').split('\n').map((line) => line.trim())
  return frames
    .filter((line) => line.startsWith('at '))
    .slice(0, FRAMES)
    .map(sourceFrame)
}
