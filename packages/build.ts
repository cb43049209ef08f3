import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { z } from 'zod'

// `npm pack` in a stand-in's folder: builds its programs, and what they import of stand-in/, to
// JavaScript in dist/, since Node strips no types under node_modules.

const PROGRAM = '#!/usr/bin/env node\n'
/** Read at run time from beside the program that reads it. */
const DATA: Record<string, readonly string[]> = { paypal: ['sdk.js', 'openapi'] }

const manifestSchema = z.object({ bin: z.record(z.string(), z.string()) })

const name = process.argv[2] ?? ''
const folder = join(import.meta.dirname, name)
const dist = join(folder, 'dist')
const { bin } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
const programs = Object.values(bin).map((path) => join(folder, path))
const sources = programs.map((path) =>
  join(import.meta.dirname, relative(dist, path)).replace(/\.js$/, '.ts'),
)

rmSync(dist, { recursive: true, force: true })
const options = {
  rootDir: import.meta.dirname,
  outDir: dist,
  target: 'es2024',
  lib: 'esnext,dom,dom.iterable',
  module: 'nodenext',
  types: 'node',
}
const words = Object.entries(options).flatMap(([flag, value]) => [`--${flag}`, value])
// Types are checked with all others by `npm run check`.
const switches = ['--ignoreConfig', '--noCheck', '--rewriteRelativeImportExtensions']
execFileSync('tsc', [...switches, ...words, ...sources], {
  cwd: dirname(import.meta.dirname),
  stdio: 'inherit',
})
for (const path of programs) writeFileSync(path, PROGRAM + readFileSync(path, 'utf8'))
for (const file of DATA[name] ?? [])
  cpSync(join(folder, file), join(dist, name, file), { recursive: true })
