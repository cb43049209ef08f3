// Searches all tracked files for secrets: `node local/secret-scan.ts`. Exits with 1 on a match.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { trackedFiles } from './tracked-files.ts'

const ROOT = join(import.meta.dirname, '..')

/** Patterns of secrets by kind. */
const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z\d+/=\\n\s]{200,}/],
  ['a key of Google', /\bAIza[\w-]{35}\b/],
  ['a service account', /"private_key_id"\s*:\s*"[\da-f]{40}"/],
  ['a token of GitHub', /\b(?:gh[pousr]_\w{36,}|github_pat_\w{60,})\b/],
  ['a token of npm', /\bnpm_\w{36}\b/],
  ['a key of AWS', /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/],
  ['a token of Slack', /\bxox[abprs]-[\w-]{20,}\b/],
  ['a secret of PayPal', /(?<![\w+/=-])E[\w-]{79}(?![\w+/=-])/],
  [
    'a password in an address',
    /\bsmtps?:\/\/[^\s:@/]+:(?!password\b|secret\b|%)[^\s:@/]{8,}@(?!127\.|localhost|smtp\.example)/,
  ],
]

/** A line that says so is known to hold none. */
const ALLOWED = 'secret-scan: allow'

/** The kinds of secrets in a text. */
export function secretsIn(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !line.includes(ALLOWED))
  const rest = lines.join('\n')
  return PATTERNS.filter(([, pattern]) => pattern.test(rest)).map(([name]) => name)
}

const BINARY = /\.(?:png|jpe?g|webp|avif|ico|woff2?|gif|mp[34]|m4a|wav|ogg|zip|gz|pdf)$/

function scan(): readonly string[] {
  return trackedFiles(ROOT)
    .filter((file) => !BINARY.test(file))
    .flatMap((file) =>
      secretsIn(readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
    )
}

if (import.meta.main) {
  const found = scan()
  for (const line of found) console.error(line)
  console.log(`${found.length} secrets in the files that git keeps`)
  process.exitCode = found.length === 0 ? 0 : 1
}
