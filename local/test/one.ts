import { spawn } from 'node:child_process'
import { relative } from 'node:path'

import { buildWhenStale } from '../build.ts'

// `npm run test:one -- FILE[:LINE] [TITLE]`: runs one file, or one test of it, as `npm test` would.

const [place = '', title] = process.argv.slice(2)
const [file = '', line] = relative(process.cwd(), place).split(':')

const NODE = ['node', '--test-reporter=./local/spec-reporter.ts']

function command(): readonly string[] {
  const only = title === undefined ? [] : [`--test-name-pattern=${title}`]
  const needsShop = /^e2e\/(?:http|long)\//.test(file)
  if (file.endsWith('.spec.ts')) {
    const named = title === undefined ? [] : ['--grep', title]
    const playwright = ['playwright', 'test', line === undefined ? file : `${file}:${line}`]
    const isOfEngines = file.startsWith('verification/engines/')
    return [...(isOfEngines ? [] : ['node', 'local/chromium.ts']), ...playwright, ...named]
  }
  if (needsShop)
    return [...NODE, '--test-global-setup=e2e/support/start-shop.ts', ...only, '--test', file]
  if (/^(?:app|lib|content|cli|e2e\/(?:presses|payment|ecpay|database))\//.test(file))
    return [...NODE, '--conditions=react-server', ...only, '--test', file]
  return [...NODE, ...only, '--test', file]
}

if (file === '') {
  console.error('Name a file of tests: npm run test:one -- e2e/specs/cart.spec.ts:20')
  process.exit(1)
}
if (/^e2e\/(?:faults|content|presses)\//.test(file)) {
  process.env.CONTENT_FOLDER = 'e2e/fixtures/content'
  if (!file.startsWith('verification/presses/')) buildWhenStale()
}
const [program = 'node', ...words] = command()
spawn(program, words, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))
