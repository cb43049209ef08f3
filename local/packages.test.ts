import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..')
/** Packages of every system together; an install takes those of one. */
const MOST_PACKAGES = 650
const SYSTEMS_OF_NEXT = 8
/** Megabytes of an install on a disk. */
const MOST_MEGABYTES = 850

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      link: z.boolean().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
    }),
  ),
})
const packageSchema = z.object({ engines: z.object({ node: z.string() }) })
const nodeSchema = z.object({ optionalDependencies: z.record(z.string(), z.string()) })

const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
const { packages } = lockSchema.parse(read('package-lock.json'))
const { engines } = packageSchema.parse(read('package.json'))
const { optionalDependencies } = nodeSchema.parse(read('local/node-binaries/package.json'))
const signIn = lockSchema.parse(read('packages/sign-in/package-lock.json'))
const inNodeModules = [...Object.entries(packages), ...Object.entries(signIn.packages)].filter(
  ([path]) => path.startsWith('node_modules/'),
)

const megabytesOf = (folder: string) =>
  existsSync(join(ROOT, folder))
    ? Number.parseInt(execFileSync('du', ['-sm', folder], { cwd: ROOT, encoding: 'utf8' }), 10)
    : 0

test(`an install brings at most ${MOST_PACKAGES} packages`, () => {
  const brought = inNodeModules.filter(([, { link }]) => !link)
  assert.ok(
    brought.length <= MOST_PACKAGES,
    `${brought.length} packages: see packages/sign-in/README.md`,
  )
})

test(`an install takes at most ${MOST_MEGABYTES} MB`, () => {
  // What Node compiled lies there too, and grows with every command.
  const taken =
    megabytesOf('node_modules') -
    megabytesOf('node_modules/.cache') +
    megabytesOf('packages/sign-in/node_modules')
  assert.ok(taken > 0 && taken <= MOST_MEGABYTES, `${taken} MB: see docs/packages.md`)
})

test('the shop takes every package as it is, and the stand-in for sign-in leaves out what it never loads', () => {
  const overrides = z.object({ overrides: z.unknown() }).partial()
  assert.deepEqual(overrides.parse(read('package.json')), {})
  assert.notDeepEqual(overrides.parse(read('packages/sign-in/package.json')), {})
})

test('a stand-in says what it needs, in the version that the shop installs', () => {
  const needs = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })
  const both = z.object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  const { dependencies, devDependencies } = both.parse(read('package.json'))
  const installed = { ...dependencies, ...devDependencies }
  for (const file of globSync('packages/*/package.json', { cwd: ROOT })) {
    const folder = dirname(file)
    const sources = globSync(`${folder}/**/*.ts`, {
      cwd: ROOT,
      exclude: ['**/node_modules/**', '**/*.{test,long,fixture}.ts', '**/dist/**'],
    }).map((source) => readFileSync(join(ROOT, source), 'utf8'))
    for (const [name, version] of Object.entries(needs.parse(read(file)).dependencies)) {
      if (name in installed) assert.equal(version, installed[name], `${file}: ${name}`)
      // The Firestore stand-in reads the protocol's files out of its package.
      const isRead =
        name === '@google-cloud/firestore' || sources.some((text) => text.includes(`'${name}`))
      assert.ok(isRead, `${file} names ${name}, which nothing loads`)
    }
    const asked = sources.flatMap((text) =>
      [...text.matchAll(/from '((?:@[\w-]+\/)?[a-z][\w-]*)/g)].map(([, name = '']) => name),
    )
    const unnamed = new Set(asked).difference(
      new Set([...Object.keys(needs.parse(read(file)).dependencies), 'node']),
    )
    assert.deepEqual([...unnamed], [], `${file} lacks what its files load`)
  }
})

test('an install runs no script of a package, and checks each by its digest', () => {
  assert.match(readFileSync(join(ROOT, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m)
  const unchecked = inNodeModules.filter(([, { link, integrity }]) => !link && !integrity)
  assert.deepEqual(
    unchecked.map(([path]) => path),
    [],
  )
})

test('the lock file names no download address', () => {
  const addressed = inNodeModules.filter(([, { resolved }]) => resolved?.includes('://'))
  assert.deepEqual(addressed, [])
})

test('the lock file has the compiler of Next for every system', () => {
  const compilers = inNodeModules.filter(([path]) => path.startsWith('node_modules/@next/swc-'))
  assert.equal(compilers.length, SYSTEMS_OF_NEXT)
})

test('hosts run the version of Node that laptops of three systems install, and Macs of the newer kind a later one', () => {
  const majors = Object.values(optionalDependencies).map((version) => version.split('.')[0])
  const [ofNewMacs, major] = majors
  assert.deepEqual(majors, [ofNewMacs, major, major, major])
  assert.ok(Number(ofNewMacs) >= Number(major))
  assert.equal(engines.node, `${major}.x`)
  assert.equal(readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim(), major)
})
