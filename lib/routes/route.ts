/** A form in which a page is served. */
export type PageForm = 'html' | 'markdown' | 'linkset'

/** The facts of one page or handler of app/; shop-routes.ts and owner-routes.ts hold the rows. */
export type Route = {
  /** The people who are answered. `signed` is a machine with a secret or a signature. */
  readonly who: 'anyone' | 'member' | 'staff' | 'owner' | 'signed'
  /** When the answer is made: at the build, then every hour or day, or for each request. */
  readonly made: 'once' | 'hourly' | 'daily' | 'per-request'
  /** Whether search engines list it (rule 6); `by-file` where each file of content/ decides. */
  readonly indexed?: 'all' | 'by-file'
  /** Its forms beside HTML, at the same address by Accept (rule 454). Markdown has a path of its own with `.md`. */
  readonly forms?: readonly Exclude<PageForm, 'html'>[]
  /** Whether its scripts run by a nonce of this request alone (proxy.ts). */
  readonly hasNonce?: true
  /** Headers of its own (next.config.ts). Links open such a page as a new document. */
  readonly headers?: 'payment' | 'camera'
  /** Whether its forms may go to the carrier (rule 734). */
  readonly postsToCarrier?: true
  /** Whether its body may come without a length. */
  readonly takesChunks?: true
  /** Whether it takes a form from another site: a push or a browser from the carrier. */
  readonly takesForm?: true
}

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
