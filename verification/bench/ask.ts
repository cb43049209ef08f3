import { connect } from 'node:net'
import { parseArgs } from 'node:util'

import { z } from 'zod'

// Requests one address on open connections and counts the answers, for seconds or requests. A
// separate process, so counting costs nothing.
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '1000000' },
  },
})

const { url, connections, seconds, requests } = z
  .object({
    url: z.url(),
    connections: z.coerce.number().int().min(1).max(64),
    seconds: z.coerce.number().min(0.1).max(1200),
    requests: z.coerce.number().int().min(1).max(1_000_000),
  })
  .parse(values)

const { hostname, port, pathname, host } = new URL(url)
if (!/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  throw new Error('Only this machine is asked.')

const QUESTION = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip\r\nAccept: text/html\r\n\r\n`
const END_OF_CHUNKS = Buffer.from('\r\n0\r\n\r\n')
const END_OF_HEAD = Buffer.from('\r\n\r\n')

let count = 0
let answered = 0
let failed = 0
let bytes = 0
const start = performance.now()
const isOver = () => performance.now() - start > seconds * 1000 || count >= requests

/** Returns the end of the first whole answer in `data`, or undefined if incomplete. */
function endOfAnswer(data: Buffer): number | undefined {
  const head = data.indexOf(END_OF_HEAD)
  if (head < 0) return undefined
  const headers = data.subarray(0, head).toString('latin1')
  if (!headers.startsWith('HTTP/1.1 200')) failed += 1
  const length = /content-length: (\d+)/i.exec(headers)?.[1]
  if (length !== undefined) {
    const end = head + 4 + Number(length)
    return data.length >= end ? end : undefined
  }
  const last = data.indexOf(END_OF_CHUNKS, head)
  return last < 0 ? undefined : last + END_OF_CHUNKS.length
}

function runConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) })
    let data: Buffer = Buffer.alloc(0)
    const ask = () => {
      if (isOver()) {
        socket.end()
        return
      }
      count += 1
      socket.write(QUESTION)
    }
    socket.on('connect', ask)
    socket.on('data', (chunk) => {
      data = data.length === 0 ? chunk : Buffer.concat([data, chunk])
      const end = endOfAnswer(data)
      if (end === undefined) return
      answered += 1
      bytes += end
      data = data.subarray(end)
      ask()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

await Promise.all(Array.from({ length: connections }, runConnection))
const took = (performance.now() - start) / 1000
console.log(JSON.stringify({ answered, failed, bytes, perSecond: answered / took }))
