import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Keeps the file on disk unchanged, so that mutants run in parallel.
const { MUTANT_FILE: file, MUTANT_SOURCE: source } = process.env

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!file || !source || !url.endsWith(`/${file}`)) return loaded
    return { ...loaded, source: readFileSync(source, 'utf8') }
  },
})
