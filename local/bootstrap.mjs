// Plain JavaScript for Node 20 and later: installs missing dependencies, then runs a command with
// their Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
// The shop, and the stand-in for sign-in, whose packages nothing else needs.
const folders = [root, join(root, 'packages', 'sign-in')]

const stampOf = (folder) => join(folder, 'node_modules', '.installed-from')

function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
}

function isInstalled(folder) {
  const stamp = stampOf(folder)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(folder)
}

/** npm's cache, which lies in this folder where that of the user cannot be written. */
function npmCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(usual, { recursive: true })
    accessSync(usual, constants.W_OK)
    return usual
  } catch {
    return join(root, '.local', 'npm')
  }
}

/** Why npm failed, in one sentence where it is known, else in npm's words. */
function installProblem(words) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(words))
    return 'npm cannot reach its registry: connect to the network, or set the registry in .npmrc, and try again.'
  // How npm 10 ends without a network.
  if (words.includes('Exit handler never called'))
    return 'npm ended without saying why, most likely since it cannot reach its registry: connect to the network and try again.'
  if (/EACCES|EROFS|EPERM/.test(words))
    return `npm cannot write into ${root}: give this user the folder, or clone it elsewhere.`
  return `${words}npm ci failed for the reason above.`
}

function install(folder) {
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      // npm writes 35,000 small files by four threads; where they have fewer cores, they mostly wake each other.
      env: {
        ...process.env,
        npm_config_cache: npmCache(),
        UV_THREADPOOL_SIZE: String(Math.min(4, availableParallelism())),
      },
      stdio: ['inherit', 'inherit', 'pipe'],
      encoding: 'utf8',
    },
  )
  if (status !== 0) {
    console.error(installProblem(stderr))
    process.exit(status ?? 1)
  }
  // Node's C headers: 67 MB for packages that are compiled, and none is.
  const ownNode = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`)
  rmSync(join(ownNode, 'include'), { recursive: true, force: true })
  writeFileSync(stampOf(folder), lockHash(folder))
}

/**
 * Puts the scripts' Node on their path. npm 10 takes the command `node` away again, since the packages of
 * the other systems, which it leaves out, have one of the same name.
 */
function linkNode() {
  const link = join(bin, 'node')
  if (existsSync(link)) return
  const list = readFileSync(join(root, 'local', 'node-binaries', 'package.json'), 'utf8')
  const own = Object.keys(JSON.parse(list).optionalDependencies)
    .map((name) => join('..', name, 'bin', 'node'))
    .find((path) => existsSync(join(bin, path)))
  if (own === undefined) return
  mkdirSync(bin, { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(own, link)
}

function checkNode(environment) {
  const { error, stdout } = spawnSync('node', ['--version'], { env: environment, encoding: 'utf8' })
  const version = error ? 'none that starts' : stdout.trim()
  if (Number.parseInt(version.slice(1), 10) >= 24) return
  console.error(
    `This needs Node 24 and found ${version}: npm has no Node 24 for this system, so install it from nodejs.org.`,
  )
  process.exit(1)
}

if (process.platform === 'win32') {
  console.error(
    'This runs on Linux, macOS and WSL (README.md says why): start it in a WSL terminal.',
  )
  process.exit(1)
}
if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`This needs Node 20 or later to begin with, and this is ${process.version}.`)
  process.exit(1)
}
const missing = folders.filter((folder) => !isInstalled(folder))
if (missing.length > 0) console.log('Installing dependencies (about a minute, once) …')
for (const folder of missing) install(folder)
linkNode()
const [command = 'node', ...words] = process.argv.slice(2)
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  NEXT_TELEMETRY_DISABLED: '1',
  npm_config_cache: npmCache(),
  // A command then starts in half the time.
  NODE_COMPILE_CACHE:
    process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
}
checkNode(env)
const child = spawn(command, words, { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
// A signal to npm ends npm's shell alone, where that does not replace itself by its last command.
const parent = process.ppid
if (process.env.npm_lifecycle_event !== undefined)
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500).unref()
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
