import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { addresses } from './addresses.ts'
import { FIXTURE_BUILD } from './fixture-content.ts'
import { CALL_TIMEOUT } from './time-limits.ts'

const manifestSchema = z.object({
  node: z.record(z.string(), z.object({ exportedName: z.string() })),
})

const ROOT = join(import.meta.dirname, '..', '..')

function servedActions(folder = ROOT) {
  const manifest = join(folder, FIXTURE_BUILD, 'server', 'server-reference-manifest.json')
  return Object.entries(manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))).node)
}

/** Names of all server actions in the current build. */
export function actionNames(): readonly string[] {
  return servedActions().map(([, { exportedName }]) => exportedName)
}

/** Returns a server action's id in the current build or another folder's. */
export function actionId(name: string, folder?: string): string {
  const found = servedActions(folder).find(([, action]) => action.exportedName === name)
  if (!found) throw new Error(`The build has no server action ${name}`)
  return found[0]
}

/** HTTP response of a server action: the status, and the result if it is one. */
export type ActionAnswer = {
  readonly status: number
  readonly result: Record<string, unknown> | undefined
}

// React's stream: line 0 names the chunk that holds the action's result.
function resultIn(text: string): Record<string, unknown> | undefined {
  const chunks = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line]))
  const named = /"a":"\$@?([0-9a-f]+)"/.exec(chunks.get('0') ?? '')?.[1]
  const chunk = chunks.get(named ?? '') ?? ''
  const parsed = z
    .record(z.string(), z.unknown())
    .safeParse(JSON.parse(chunk.slice(chunk.indexOf(':') + 1) || 'null'))
  return parsed.data
}

/** Calls a server action as a browser would. `session` is the cookie, `page` a route with the action. */
export async function callAction(
  name: string,
  {
    page,
    session,
    args,
    shop = addresses().shop,
    folder,
  }: {
    page: string
    session?: string | undefined
    args: readonly unknown[]
    shop?: string
    folder?: string
  },
): Promise<ActionAnswer> {
  const response = await fetch(new URL(page, shop), {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(CALL_TIMEOUT),
    headers: {
      accept: 'text/x-component',
      'content-type': 'text/plain;charset=UTF-8',
      'next-action': actionId(name, folder),
      origin: shop,
      ...(session === undefined ? {} : { cookie: `__session=${session}` }),
    },
    body: JSON.stringify(args),
  })
  const text = await response.text()
  return { status: response.status, result: response.ok ? resultIn(text) : undefined }
}
