import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A word that stands in hostile texts, and in nothing else: no log may hold it. */
export const MARK = 'Zq7hostileVx'

/** Texts that something might trip over. */
export const TEXTS = [
  '',
  '../../etc/passwd',
  "'; DROP TABLE orders; --",
  '<script>alert(1)</script>',
  '\u0000\u001b[2J',
  '\uD800',
  '\u202e衣',
  '__proto__',
  '__x__',
  'constructor',
  '$F1',
  '$@1',
  `$n${'9'.repeat(400)}`,
  '100%',
  '%',
  '%ff%C0%AF',
  'a'.repeat(3000),
  '衣'.repeat(2000),
  '1e400',
  '-1',
  '{"then":1}',
  MARK,
  `${MARK}@members.example.com`,
  `"${MARK}\n at ${MARK} (x.ts:1:1)`,
] as const

const APP = join(import.meta.dirname, '..', '..', 'app')

// Every page and route of the shop, up to its first placeholder.
const ROUTES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file))
  .map((file) => `/${file.replaceAll(/\([^)]*\)\/|\[.*$|(?:\/|^)(?:page\.tsx|route\.ts)$/g, '')}`)

/** Existing and missing paths. */
export const PATHS: readonly [string, ...string[]] = [
  '/',
  ...new Set(ROUTES),
  '/product/otr-001',
  '/blog/',
  '/verify-email',
  '/api/',
  '/_next/image?url=',
  '/_next/static/',
  '/_next/data/',
  '/__/',
  '/sitemap.xml',
  '/robots.txt',
  '/.env',
  '/owner/customer?customer=',
  '/owner/proof?next=',
  '/owner/books/money/',
  '/api/stores?text=',
]

/** Methods, the usual one most often. */
export const METHODS = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'TRACE',
] as const
/** Types of what is posted. */
export const TYPES = [
  'text/plain;charset=UTF-8',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json',
  'text/x-component',
  '',
] as const

/** Headers that Next, or something before it, reads. */
export const HEADERS = [
  'rsc',
  'next-router-state-tree',
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'next-url',
  'next-action',
  'x-nextjs-data',
  'x-nextjs-postponed',
  'x-middleware-subrequest',
  'x-middleware-prefetch',
  'x-invoke-path',
  'x-matched-path',
  'x-now-route-matches',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-for',
  'x-http-method-override',
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'if-none-match',
  'if-modified-since',
  'origin',
  'range',
  'referer',
  'user-agent',
] as const
