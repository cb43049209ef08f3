import { connect } from 'node:net'

import { addresses } from './addresses.ts'

/** The answer over a socket, and whether the shop closed it within `patience` milliseconds. */
type RawAnswer = { readonly text: string; readonly status: number; readonly closed: boolean }

/** Sends bytes as no HTTP client would, and waits until the answer's head is there or the connection ends. */
export function sendRaw(
  bytes: string | readonly string[],
  { shop = addresses().shop, patience = 5000 } = {},
): Promise<RawAnswer> {
  const socket = connect(Number(new URL(shop).port), 'localhost')
  return new Promise((resolve, reject) => {
    let text = ''
    const answer = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), closed })
    }
    const timer = setTimeout(() => answer(false), patience)
    socket.on('connect', () => socket.write([bytes].flat().join('')))
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (/^connection: close/im.test(text)) return
      if (text.includes('\r\n\r\n')) answer(false)
    })
    socket.on('close', () => answer(true))
    socket.on('error', (error) => (text === '' ? reject(error) : answer(true)))
  })
}

/** The head of a request by hand. */
export function head(method: string, target: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: new URL(addresses().shop).host, ...headers })
  return `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}
