import { spawn } from 'node:child_process'
import { on } from 'node:events'
import { join } from 'node:path'

import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')

/** A process that says nothing for so many milliseconds hangs; each file and each test that begins is something. */
const SILENT = 120_000

/** A change as a process of a group is asked about it. */
export const wantedSchema = z.object({
  id: z.number(),
  file: z.string(),
  /** Whether it stands in the source behind a switch. */
  isSwitched: z.boolean(),
})
export type Wanted = z.infer<typeof wantedSchema>

const answerSchema = z.object({
  type: z.literal('answer'),
  /** The test that fails, if one does. */
  by: z.string().optional(),
  /** Too many tests of this process cannot be repeated any more. */
  isOver: z.boolean(),
  isReached: z.boolean(),
  /** Test files that come to the change where it cannot be switched. */
  alone: z.array(z.string()).readonly(),
})
/** What a group knows of a change. */
export type Answer = Pick<z.infer<typeof answerSchema>, 'by' | 'isReached' | 'alone'>

/** What the process of a group says: that a file or a test begins, how many can be repeated, and its answers. */
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('test') }),
  z.object({ type: z.literal('ready'), tests: z.number(), lost: z.number() }),
  answerSchema,
])
export type Message = z.infer<typeof messageSchema>

/** Test files that are loaded into one process, the file of the switched sources, and a folder for other files. */
export type Group = {
  readonly files: readonly string[]
  readonly sources: string
  readonly folder: string
  readonly isInOrder: boolean
}

function start({ files, sources, folder, isInOrder }: Group) {
  const options = ['--sources', sources, ...(isInOrder ? ['--in-order'] : [])]
  const program = join(import.meta.dirname, 'group.ts')
  return spawn('node', ['--conditions=react-server', program, ...options, '--', ...files], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // With what it started it is one group of processes, which end together.
    detached: true,
  })
}

/** Asks a process of the group about the changes of a queue, until none is left or the process is over. */
export async function askGroup(
  group: Group,
  queue: Wanted[],
  record: (wanted: Wanted, answer: Answer) => void,
): Promise<void> {
  const child = start(group)
  const end = () => {
    const isRunning = child.exitCode === null && child.signalCode === null
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(end, SILENT)
  let wanted: Wanted | undefined
  let count = 0
  for await (const [data] of on(child, 'message', { close: ['exit'] })) {
    timer.refresh()
    const message = messageSchema.parse(data)
    if (message.type === 'test') continue
    if (message.type === 'answer' && wanted) {
      record(wanted, message)
      wanted = undefined
      if (message.isOver) break
    }
    wanted = queue.shift()
    if (!wanted) break
    count += 1
    child.send(wanted)
  }
  clearTimeout(timer)
  end()
  if (count === 0 && queue.length > 0) throw new Error(`Nothing runs in ${group.files.join(' ')}`)
  if (!wanted) return
  // A change before it may have brought that about.
  if (count > 1) queue.unshift(wanted)
  else record(wanted, { by: 'a process that ends or hangs', isReached: true, alone: [] })
}
