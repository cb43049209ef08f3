import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { cdnRules, nginxRules, withRules } from '../lib/routes/front-rules.ts'

// `npm run front`: writes what follows from the table of routes into docs/nginx.conf and docs/deployment.md.

const DOCS = join(import.meta.dirname, '..', 'docs')

function rewrite(name: string, kind: 'conf' | 'md', rules: Readonly<Record<string, string>>): void {
  const file = join(DOCS, name)
  writeFileSync(file, withRules(readFileSync(file, 'utf8'), kind, rules))
}

rewrite('nginx.conf', 'conf', nginxRules())
rewrite('deployment.md', 'md', cdnRules())
