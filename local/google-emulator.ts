import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

import { processEnvironment } from './environment.ts'
import type { ProcessPlan } from './process.ts'

const OLDEST_JAVA = 11

// Install folders of the emulator in firebase-tools and Google's command line.
const KEPT = [
  join(homedir(), '.cache/firebase/emulators'),
  ...['/usr/lib', '/usr/share', '/opt', homedir(), '/opt/homebrew/share'].map((place) =>
    join(place, 'google-cloud-sdk/platform/cloud-firestore-emulator'),
  ),
]

function entriesOf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** A Java that is new enough: what JAVA_HOME, the path or the usual folder names. */
function findJava(): string | undefined {
  const home = process.env['JAVA_HOME']
  const installed = entriesOf('/usr/lib/jvm').map((folder) => join(folder, 'bin/java'))
  const all = [...(home ? [join(home, 'bin/java')] : []), 'java', ...installed]
  return all.find((java) => {
    const { status, stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
    const [, major] = /version "(\d+)/.exec(stderr) ?? []
    return status === 0 && Number(major) >= OLDEST_JAVA
  })
}

/** Google's emulator on this machine, if installed. */
export type GoogleEmulator = { readonly java: string; readonly jar: string }

export function findEmulator(): GoogleEmulator | undefined {
  const jar = KEPT.flatMap(entriesOf).find((file) =>
    /cloud-firestore-emulator[^/]*\.jar$/.test(file),
  )
  const java = jar === undefined ? undefined : findJava()
  return jar === undefined || java === undefined ? undefined : { java, jar }
}

/** Why a test that needs it is skipped. */
export const NO_EMULATOR =
  "SKIPPED: Google's Firestore emulator or Java is not on this machine, so our own server is the only witness here. apt-get install google-cloud-cli-firestore-emulator openjdk-17-jre-headless (packages.cloud.google.com), or firebase setup:emulators:firestore, installs it."

/** Returns how to start it on a local port with the repository's rules. */
export function emulatorPlan({ java, jar }: GoogleEmulator, port: number): ProcessPlan {
  const rules = join(import.meta.dirname, '..', 'firestore.rules')
  const main = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'
  const where = ['--host=127.0.0.1', `--port=${port}`, `--rules=${rules}`]
  return {
    name: 'firestore',
    command: [java, '-cp', jar, main, 'start', ...where],
    ready: /running/i,
    env: processEnvironment(),
  }
}
