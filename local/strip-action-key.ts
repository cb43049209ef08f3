// Takes the key of the server actions out of a build that goes into an image: `node local/strip-action-key.ts BUILD`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'

const KEY = /("encryptionKey"\s*:\s*")[^"]*(")|(\\"encryptionKey\\"\s*:\s*\\")[^"\\]*(\\")/g

/** A manifest without the key, which the server then takes from its environment. */
export function withoutKey(manifest: string): string {
  return manifest.replaceAll(KEY, '$1$2$3$4')
}

const [build] = process.argv.slice(2)
if (import.meta.main && build !== undefined) {
  const files = globSync(`${build}/server/**/server-reference-manifest.{js,json}`)
  if (files.length === 0) throw new Error(`No manifest of server actions in ${build}.`)
  for (const file of files) writeFileSync(file, withoutKey(readFileSync(file, 'utf8')))
}
