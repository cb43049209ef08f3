import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type Addresses, buildEnvironment } from '../../local/environment.ts'
import { type RunningProcess, startProcess } from '../../local/process.ts'
import { shopPlan } from '../../local/services.ts'
import { freePort } from '../../packages/stand-in/ports.ts'
import { addresses } from './addresses.ts'
import { FIXTURE_BUILD, FIXTURE_CONTENT } from './fixture-content.ts'
import { runInCopy } from './shop-copy.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const OTHER_KEY = Buffer.from('another deployment, another key.').toString('base64')

/** Adds a word to the terms of a copy of the shop and builds it; its actions are named by another key, or by the same one. */
export async function buildAfterEdit(folder: string, key: 'same' | 'other'): Promise<void> {
  const text = join(folder, FIXTURE_CONTENT, 'info', 'terms.md')
  writeFileSync(text, `${readFileSync(text, 'utf8')}\n\n今天多了一段話。\n`)
  await runInCopy(folder, ['next', 'build'], {
    ...buildEnvironment(),
    ...(key === 'other' ? { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: OTHER_KEY } : {}),
    CONTENT_FOLDER: FIXTURE_CONTENT,
  })
}

/** The names that a build has for the shop's server actions. */
export function actionIds(folder: string = ROOT): readonly string[] {
  const file = join(folder, FIXTURE_BUILD, 'server', 'server-reference-manifest.json')
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const { node } = Object(manifest)
  return Object.keys(Object(node)).toSorted()
}

/** One address under which one build is served after another; sign-in, Firestore and PayPal are those of all tests. */
export type Deployments = {
  readonly shop: string
  /** Ends the build that is served, and serves that of the folder. */
  readonly deploy: (folder: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Serves the build of all tests on a port of its own. */
export async function startDeployments(): Promise<Deployments> {
  const shop = `http://localhost:${await freePort('deployments', 3760)}`
  const at: Addresses = { ...addresses(), shop }
  const running: RunningProcess[] = []
  const serve = async (folder: string) => {
    const plan = { ...shopPlan(at, false), name: 'deployed', cwd: folder }
    await startProcess(plan, join(ROOT, '.local', 'deployments'), running)
  }
  const stop = async () => {
    await Promise.all(running.splice(0).map((service) => service.stop(2000)))
  }
  await serve(ROOT)
  return {
    shop,
    deploy: async (folder) => {
      await stop()
      await serve(folder)
    },
    stop,
  }
}
