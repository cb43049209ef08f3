import 'server-only'

import { Worker } from 'node:worker_threads'

import { z } from 'zod'

/** The most processor time that texts of one file take, in milliseconds; a long article takes 100. */
const MOST_CPU = 1000

/** With its packages, the worker has so much processor time, in milliseconds; asked for twice a second. */
const MOST_OF_WORKER = 5000
const LOOK_EVERY = 500

/** So long nobody waits for the worker, in milliseconds: a busy machine gives it little of its processor. */
const DEADLINE = 60_000

// Markdown's parser takes quadratic time for marks that nobody writes, and memory for deep ones.
// The worker resolves its packages from the folder of the server (next.config.ts keeps them outside the bundle).
const CODE = `
const { parentPort, workerData } = require('node:worker_threads')
const packages = Promise.all([import('remark'), import('remark-html')])
packages.then(async ([{ remark }, { default: html }]) => {
  const processor = remark().use(html)
  const { user: begun } = process.threadCpuUsage()
  for (const text of workerData) await processor.process(text)
  parentPort.postMessage((process.threadCpuUsage().user - begun) / 1000)
})`

const cpuSchema = z.number()

async function hasSpent(worker: Worker, most: number): Promise<boolean> {
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1000 > most
}

/**
 * Whether texts become HTML in a second of processor time, tried in a worker that ends after five: what passes may be
 * rendered where everybody's requests are answered.
 */
export async function rendersInTime(texts: readonly string[]): Promise<boolean> {
  const options = { eval: true, workerData: texts, resourceLimits: { maxOldGenerationSizeMb: 256 } }
  const worker = new Worker(CODE, options)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, DEADLINE, false)
  // A worker that has ended has answered already.
  const look = () =>
    hasSpent(worker, MOST_OF_WORKER).then(
      (isSpent) => (isSpent ? resolve(false) : undefined),
      () => undefined,
    )
  const looks = setInterval(() => void look(), LOOK_EVERY)
  worker.on('message', (cpu) => resolve(cpuSchema.parse(cpu) <= MOST_CPU))
  worker.on('error', () => resolve(false))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
    await worker.terminate()
  }
}
