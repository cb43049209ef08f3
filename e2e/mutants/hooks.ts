import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Keeps the file on disk unchanged, so that mutants run in parallel.
const { MUTANT_FILE: file, MUTANT_SOURCE: source } = process.env

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    // A test may load a file twice, as another process has it: with a query in its address.
    if (!file || !source || !new URL(url).pathname.endsWith(`/${file}`)) return loaded
    return { ...loaded, source: readFileSync(source, 'utf8') }
  },
})
