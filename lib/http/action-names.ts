import 'server-only'

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

const manifestSchema = z.object({
  node: z.record(
    z.string(),
    z.object({ exportedName: z.string().optional(), filename: z.string().optional() }),
  ),
})

/** A server action: the name of its function, and whether only the owner's pages have it. */
export type NamedAction = { readonly name: string; readonly isOwners: boolean }

const OWNERS = 'app/owner/'

/** The server actions of a build, by id, or undefined if Next's list of them can't be read. */
export function readActions(build: string): ReadonlyMap<string, NamedAction> | undefined {
  try {
    const manifest = join(process.cwd(), build, 'server', 'server-reference-manifest.json')
    const text = readFileSync(/* turbopackIgnore: true */ manifest, 'utf8')
    const { node } = manifestSchema.parse(JSON.parse(text))
    return new Map(
      Object.entries(node).map(([id, { exportedName: name = id, filename = '' }]) => [
        id,
        { name, isOwners: filename.startsWith(OWNERS) },
      ]),
    )
  } catch {
    return undefined
  }
}

let known: ReadonlyMap<string, NamedAction> | undefined

function actions(): ReadonlyMap<string, NamedAction> {
  known ??= readActions(process.env.BUILD_FOLDER ?? '.next') ?? new Map()
  return known
}

/** The name of the action with this id in the build that runs, or the id. */
export function actionName(id: string): string {
  return actions().get(id)?.name ?? id
}

/** Whether the action with this id is one of the owner's pages alone. */
export function isOwnersAction(id: string): boolean {
  return actions().get(id)?.isOwners ?? false
}
