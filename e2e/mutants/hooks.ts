import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// The file on the disk stays as it is, so that many changes can be tried beside one another.
const { MUTANT_FILE: file, MUTANT_SOURCE: source } = process.env

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!file || !source || !url.endsWith(`/${file}`)) return loaded
    return { ...loaded, source: readFileSync(source, 'utf8') }
  },
})
