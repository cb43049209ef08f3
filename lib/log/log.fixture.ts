import type { TestContext } from 'node:test'

import { captureConsole } from './console.ts'

/** Captures console output and parses each line. */
export function linesPrinted(t: TestContext, print: (output: Console) => void): unknown[] {
  const listeners = process.listeners('warning')
  t.after(() => {
    process.removeAllListeners('warning')
    for (const listener of listeners) process.on('warning', listener)
  })
  const lines: string[] = []
  const keep = (text: string) => lines.push(text)
  t.mock.method(console, 'error', keep)
  t.mock.method(console, 'log', keep)
  captureConsole(console)
  print(console)
  return lines.map((line) => JSON.parse(line))
}
