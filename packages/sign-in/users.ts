import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

const userSchema = z.looseObject({
  localId: z.string(),
  email: z.string().optional(),
  validSince: z.string().optional(),
})
const usersSchema = z.object({ users: z.array(userSchema).default([]) })

/** The demo member whose e-mail and password the launcher prints. */
export const DEMO_MEMBER = {
  localId: 'demo-member',
  email: 'demo@ourtee.example',
  password: 'ourtee-demo',
  displayName: '體驗會員',
  emailVerified: true,
}

/** The emulator's administrative calls for one project; each throws when it is refused. */
export function administer(origin: string, project: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }
  const accounts = `/identitytoolkit.googleapis.com/v1/projects/${project}/accounts`
  return {
    /** Unknown addresses and wrong passwords answer alike, as in every new Firebase project. */
    protectEmails: () =>
      call('PATCH', `/emulator/v1/projects/${project}/config`, {
        signIn: { allowDuplicateEmails: false },
        emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      }),
    list: async () =>
      usersSchema.parse(await call('GET', `${accounts}:batchGet?maxResults=-1`)).users,
    create: (user: object) => call('POST', accounts, user),
    restore: async (users: z.infer<typeof userSchema>[]) => {
      if (users.length === 0) return
      await call('POST', `${accounts}:batchCreate`, { users, allowOverwrite: true })
      // An import counts as a password change and would end every session; the old time keeps them.
      for (const { localId, validSince } of users) {
        if (validSince) await call('POST', `${accounts}:update`, { localId, validSince })
      }
    },
  }
}

export type Administration = ReturnType<typeof administer>

const fileIn = (directory: string) => join(directory, 'accounts.json')

/** The users kept in a directory, none when there is no file yet; a file that cannot be read throws. */
export async function keptUsers(directory: string): Promise<z.infer<typeof userSchema>[]> {
  try {
    return usersSchema.parse(JSON.parse(await readFile(fileIn(directory), 'utf8'))).users
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new Error(`${fileIn(directory)} cannot be read; npm run local -- --fresh starts anew.`, {
      cause: error,
    })
  }
}

/** A function that writes the users to the directory when they differ from what it wrote last; calls run one after another. */
export function keeper(administration: Administration, directory: string): () => Promise<void> {
  let written = ''
  let last = Promise.resolve()
  const write = async () => {
    const text = `${JSON.stringify({ users: await administration.list() }, null, 2)}\n`
    if (text === written) return
    // Written beside and moved over, so that a kill in between leaves the old file whole.
    const beside = await open(`${fileIn(directory)}.next`, 'w', 0o600)
    await beside.writeFile(text)
    await beside.sync()
    await beside.close()
    await rename(`${fileIn(directory)}.next`, fileIn(directory))
    written = text
  }
  return () => (last = last.then(write, write))
}
