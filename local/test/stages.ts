import type { Stage } from './stage.ts'

/** A test that hangs ends after so many milliseconds; no stage measures time. */
const HANGS_AFTER = 900_000

const nodeTests = (...words: readonly string[]) => [
  'node',
  '--test-reporter=./local/reporter.ts',
  `--test-timeout=${HANGS_AFTER}`,
  ...words,
]
const IN_ONE_PROCESS = '--test-isolation=none'

const unitTests = (...files: readonly string[]) =>
  nodeTests('--conditions=react-server', IN_ONE_PROCESS, '--test', ...files)

const playwright = (...words: readonly string[]) => ['playwright', 'test', ...words]
const browsers = (...words: readonly string[]) => [
  'node',
  'local/chromium.ts',
  ...playwright(...words),
]

const FIXTURE = { CONTENT_FOLDER: 'e2e/fixtures/content' }
/** Tests with a shop of their own never start it; the others find the one that runs. */
const RUNNING = { SHOP_IS_RUNNING: '1' }

/** Every stage of the tests; of those that can begin, the first does. */
export const STAGES: readonly Stage[] = [
  // First of all: what it fetches arrives while others compute.
  {
    name: 'chromium',
    job: 'test',
    command: ['node', 'local/chromium.ts'],
    cores: 0,
    isHeard: true,
  },
  { name: 'build', job: 'check', command: ['node', 'local/build.ts'], cores: 2, env: FIXTURE },
  { name: 'format', job: 'check', command: ['oxfmt', '--check', '.'], cores: 1, isPatient: true },
  {
    name: 'types',
    job: 'check',
    command: ['node', 'local/test/types.ts'],
    cores: 1,
    isPatient: true,
  },
  { name: 'lint', job: 'check', command: ['oxlint'], cores: 1, isPatient: true },
  {
    name: 'shop',
    job: 'test',
    command: ['node', 'e2e/support/start-shop.ts'],
    cores: 0,
    after: ['build'],
    ready: /^Ready$/m,
  },
  {
    name: 'browsers',
    job: 'test',
    command: browsers('--project=own-shops', '--project=desktop', '--project=phone'),
    cores: 2,
    after: ['chromium', 'shop'],
    env: RUNNING,
  },
  { name: 'dead-code', job: 'check', command: ['knip'], cores: 1, isPatient: true },
  {
    name: 'unit',
    job: 'check',
    command: unitTests(
      'content/**/*.test.ts',
      '{app,components,lib}/**/*.test.ts',
      'cli/**/*.test.ts',
      'verification/bench/*.test.ts',
    ),
    cores: 1,
    isPatient: true,
  },
  { name: 'use-cases', job: 'check', command: unitTests('e2e/payment/*.test.ts'), cores: 1 },
  { name: 'papers', job: 'check', command: unitTests('e2e/ecpay/*.test.ts'), cores: 1 },
  {
    name: 'requests',
    job: 'test',
    command: nodeTests(IN_ONE_PROCESS, '--test', 'e2e/http/*.test.ts'),
    cores: 1,
    after: ['shop'],
    env: RUNNING,
  },
  {
    name: 'tools',
    job: 'check',
    command: nodeTests('--test', 'local/*.test.ts', 'local/test/*.test.ts'),
    cores: 1,
  },
  {
    name: 'database',
    job: 'test',
    command: nodeTests(
      '--conditions=react-server',
      '--test-concurrency=1',
      '--test',
      'e2e/database/*.test.ts',
    ),
    cores: 1,
  },
  {
    name: 'content-edits',
    job: 'check',
    command: nodeTests(
      '--conditions=react-server',
      '--test',
      'e2e/content/*.test.ts',
      'lib/content-editor/*.long.ts',
    ),
    cores: 1,
    after: ['build'],
    env: { EDITS: '40' },
  },
  {
    name: 'model',
    job: 'test',
    command: nodeTests('--test', 'verification/model/model.test.ts'),
    cores: 1,
    isPatient: true,
  },
  {
    name: 'short-faults',
    job: 'faults',
    command: nodeTests('--test-concurrency=1', '--test', 'verification/faults/*.test.ts'),
    cores: 1,
    after: ['build'],
  },
  {
    name: 'long-browsers',
    job: 'processes',
    command: browsers('--project=long-*'),
    cores: 2,
    after: ['chromium', 'shop'],
    env: RUNNING,
  },
  {
    name: 'engines',
    job: 'processes',
    command: playwright('--project=webkit', '--project=firefox'),
    cores: 2,
    after: ['shop'],
    env: RUNNING,
  },
  {
    name: 'long-faults',
    job: 'faults',
    command: nodeTests('--test-concurrency=2', '--test', 'verification/faults/*.long.ts'),
    cores: 2,
    after: ['build'],
  },
  {
    name: 'exclusive-locks',
    job: 'faults',
    command: nodeTests('--test-concurrency=1', '--test', 'verification/faults/*.test.ts'),
    cores: 1,
    after: ['build'],
    env: { CONTENTION: 'exclusive' },
  },
  {
    name: 'presses',
    job: 'faults',
    command: nodeTests('--conditions=react-server', '--test', 'verification/presses/*.long.ts'),
    cores: 1,
    env: FIXTURE,
  },
  {
    name: 'long-database',
    job: 'faults',
    command: nodeTests(
      '--conditions=react-server',
      // Calls into a silent connection end only after a minute.
      '--test-force-exit',
      '--test-concurrency=1',
      '--test',
      'verification/database/*.long.ts',
    ),
    cores: 1,
  },
  {
    name: 'larger-scenarios',
    job: 'faults',
    command: nodeTests('--test', 'verification/model/*.long.ts'),
    cores: 1,
    isPatient: true,
  },
  {
    name: 'long-content-edits',
    job: 'processes',
    command: nodeTests(
      '--conditions=react-server',
      '--test',
      'verification/content/*.long.ts',
      'lib/content-editor/*.long.ts',
    ),
    cores: 1,
  },
  {
    name: 'long-requests',
    job: 'processes',
    command: nodeTests(IN_ONE_PROCESS, '--test', 'verification/long/*.test.ts'),
    cores: 1,
    after: ['shop'],
    env: RUNNING,
  },
  {
    name: 'stand-ins',
    job: 'processes',
    command: nodeTests(
      '--test-concurrency=1',
      '--test',
      'packages/**/*.{test,long}.ts',
      'local/*.long.ts',
    ),
    cores: 1,
    after: ['chromium'],
  },
]
