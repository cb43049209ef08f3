import 'server-only'

import { stripVTControlCharacters } from 'node:util'

import { log, logFailure } from './log.ts'

function textOf(words: readonly unknown[]): string {
  const text = words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ')
  return stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim()
}

// What Next reports of a request has been logged by instrumentation.ts, under the code that the shopper reads.
function isReported(words: readonly unknown[]): boolean {
  return (
    textOf(words).startsWith('⨯') && words.some((one) => one instanceof Error && 'digest' in one)
  )
}

/** Whether words are a line of the shop's own log. */
function isLine([text, ...rest]: readonly unknown[]): boolean {
  return rest.length === 0 && typeof text === 'string' && text.startsWith('{"severity"')
}

/** Has stacks name the shop's own files, by the maps beside the server's build. */
export function mapStacks(): void {
  process.setSourceMapsEnabled(true)
}

/**
 * Makes one line of JSON of whatever the server and its packages print as errors and warnings, so that the log holds
 * nothing else. Started once, before the first request.
 */
export function captureConsole(output: Pick<Console, 'error' | 'warn'> = console): void {
  const { error } = output
  output.error = (...words: unknown[]) => {
    if (isLine(words)) error.apply(output, words)
    else if (!isReported(words)) {
      const failure = words.find((word) => word instanceof Error)
      logFailure('console', failure ?? new Error(textOf(words)))
    }
  }
  output.warn = (...words: unknown[]) => log('console', { text: textOf(words) }, 'WARNING')
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => log('warning', { name, message }, 'WARNING'))
}
