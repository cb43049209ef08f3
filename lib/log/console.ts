import 'server-only'

import { stripVTControlCharacters } from 'node:util'

import { log, logFailure } from './log.ts'

function textOf(words: readonly unknown[]): string {
  const text = words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ')
  return stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim()
}

/** Goes on when the log's reader is gone: the failed write would be logged, fail again, and so on. */
export function ignoreClosedLog(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * Turns console errors and warnings into single lines of JSON. Call once, before the first request.
 */
export function captureConsole(output: Pick<Console, 'error' | 'warn'> = console): void {
  const { error } = output
  output.error = (...words: unknown[]) => {
    const [text, ...rest] = words
    const isOwnLine =
      rest.length === 0 && typeof text === 'string' && text.startsWith('{"severity"')
    if (isOwnLine) return error.apply(output, words)
    // instrumentation.ts logs request errors with their support code; Next's duplicate is dropped.
    const isReported =
      textOf(words).startsWith('⨯') &&
      words.some((word) => word instanceof Error && 'digest' in word)
    if (isReported) return
    const failure = words.find((word) => word instanceof Error)
    logFailure('console', failure ?? new Error(textOf(words)))
  }
  output.warn = (...words: unknown[]) => log('console', { text: textOf(words) }, 'WARNING')
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log('warning', { name, message }, 'WARNING'))
}
