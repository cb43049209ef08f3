import type { LimitedAction } from '../limit/allowance.ts'

/** A form in which a page is served. */
export type PageForm = 'html' | 'markdown' | 'linkset'

/** A method that some address of the shop takes. */
export type Method = 'GET' | 'HEAD' | 'POST'

/**
 * The facts of one address; shop-routes.ts, owner-routes.ts and file-routes.ts hold the rows. The
 * request filter, the proxy, the headers, docs/nginx.conf and a CDN's rules are made from them.
 */
export type Route = {
  /** The people who are answered. `signed` is a machine with a secret or a signature. */
  readonly who: 'anyone' | 'member' | 'staff' | 'owner' | 'signed'
  /** When the answer is made: at the build, then every hour or day, or for each request. */
  readonly made: 'once' | 'hourly' | 'daily' | 'per-request'
  /** The methods that it takes; a POST to a page is the call of a server action. All else is 405 (rule 1002). */
  readonly methods: readonly Method[]
  /** The largest body, in bytes (rule 1000). */
  readonly body: number
  /** Whether its body may come without a length. */
  readonly takesChunks?: true
  /** Whether it takes a form from another site: a push or a browser from the carrier. */
  readonly takesForm?: true
  /** Whether search engines list it (rule 6); `by-file` where each file of content/ decides. */
  readonly indexed?: 'all' | 'by-file'
  /** Its forms beside HTML, at the same address by Accept (rule 454). Markdown has a path of its own with `.md`. */
  readonly forms?: readonly Exclude<PageForm, 'html'>[]
  /**
   * Which scripts run: those of the build by their hashes, those of this request by a nonce, the same
   * with Trusted Types, or a policy of its own, whose page a link opens as a new document.
   */
  readonly policy: 'hashes' | 'nonce' | 'trusted-types' | 'payment' | 'camera'
  /** Whether its forms may go to the carrier (rule 734). */
  readonly postsToCarrier?: true
  /**
   * The form in which a cache in front keeps it, and so its key: a page by its address, Next's router and the
   * form in Accept; a file by its path; a picture by its address and the newest format in Accept.
   */
  readonly kept: 'never' | 'page' | 'file' | 'picture'
  /** The allowance of one session, client or owner that an answer takes a share of. */
  readonly limit?: LimitedAction
}

/** The largest call of a server action, in bytes; next.config says the same to Next. */
export const ACTION_BYTES = 64 * 1024

/** The methods of every page. */
export const PAGE_METHODS = ['GET', 'HEAD', 'POST'] as const

/** The methods of a file: an action that is called there would be stored in its place. */
export const FILE_METHODS = ['GET', 'HEAD'] as const

/** Routes by path, written as in app/: a part in brackets is a parameter. */
export type Routes = Readonly<Record<string, Route>>

function matcher(path: string): RegExp {
  const escaped = path.replaceAll('.', String.raw`\.`)
  const pattern = escaped.replaceAll(/\[(?:\\\.){3}\w+\]/g, '.+').replaceAll(/\[\w+\]/g, '[^/]+')
  return new RegExp(`^${pattern}$`)
}

/** Returns the function that finds a path's route as Next does: a fixed part wins over a parameter. */
export function routeFinder(routes: Routes): (path: string) => Route | undefined {
  const patterns = Object.entries(routes)
    .filter(([path]) => path.includes('['))
    .map(([path, route]) => ({ pattern: matcher(path), route }))
  return (path) =>
    Object.hasOwn(routes, path)
      ? routes[path]
      : patterns.find(({ pattern }) => pattern.test(path))?.route
}

/** The first part of each path, without parameters: the names that content/info can't take. */
export function firstParts(routes: Routes): readonly string[] {
  return Object.keys(routes)
    .map((path) => path.split('/')[1] ?? '')
    .filter((part) => !part.startsWith('['))
}
