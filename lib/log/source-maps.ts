import 'server-only'

import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const FRAMES = 12

const BUILT = /^(at (?:async )?)(?:.* \()?(?:file:\/\/)?(\/[^()]+):(\d+):(\d+)\)?$/

const CACHED_MAPS = 8

const maps = new Map<string, SourceMap | undefined>()

// Read once a failure is logged, and a few kept: Node's own support keeps the map of every file that runs, some 80 MB.
function mapBeside(file: string): SourceMap | undefined {
  if (maps.has(file)) return maps.get(file)
  const [oldest] = maps.keys()
  if (oldest !== undefined && maps.size >= CACHED_MAPS) maps.delete(oldest)
  let map: SourceMap | undefined
  try {
    if (existsSync(`${file}.map`)) {
      const payload: SourceMapPayload = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
      map = new SourceMap(payload)
    }
  } catch {
    // A log without the names of sources is better than none.
  }
  maps.set(file, map)
  return map
}

// Next replaces Error.prepareStackTrace, by which Node itself would name the sources.
function sourceFrame(frame: string): string {
  const [, start, file, line, column] = BUILT.exec(frame) ?? []
  if (start === undefined || file === undefined) return frame
  const entry = mapBeside(file)?.findEntry(Number(line) - 1, Number(column) - 1)
  if (entry === undefined || !('originalSource' in entry)) return frame
  const { originalSource, originalLine, originalColumn } = entry
  // The map names its sources from where it lies.
  const url = new URL(originalSource, pathToFileURL(file))
  const source =
    url.protocol === 'file:' ? relative(process.cwd(), fileURLToPath(url)) : originalSource
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
