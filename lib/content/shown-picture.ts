import { isText, matchShape, parseJson, recordOf } from '#lib/text/json-shape.ts'
import type { Picture } from './pages.ts'
import { pictureVersion } from './picture-version.ts'
import { folderOf, largePath, sharePath, shownPath } from './pictures.ts'
import { publicOnDisk } from './public-files.ts'

// On a server alone, since it may read files. The build knows every picture (next.config.ts): a host may serve public/
// from elsewhere than the server's disk.
const BUILT = matchShape(recordOf(isText), parseJson(process.env.PICTURE_VERSIONS ?? ''))

const onDisk = publicOnDisk(process.cwd())

function versionOf(src: string): string | undefined {
  if (BUILT) return BUILT[src]
  const blob = folderOf(src) === undefined ? undefined : onDisk.blobOf(src)
  return blob === undefined ? undefined : pictureVersion(blob)
}

/**
 * The address by which pages show a picture of the content, for `<Picture>` and `pictureSources`: of a drawing and of a
 * picture that this build does not have its own path.
 */
export function shownPicture(src: string): string {
  const version = versionOf(src)
  return version === undefined ? src : shownPath(src, version)
}

/** The address of a picture for search engines, feeds and other sites, which need not show AVIF or SVG. */
export function largePicture(src: string): string {
  const version = versionOf(src)
  return version === undefined ? src : largePath(src, version)
}

/** A sharing picture, in pixels. */
export type SharePicture = Picture & { readonly width: 1200; readonly height: 630 }

/** The banner of a picture that is shown where its page is shared. */
export function sharePicture({ src, alt }: Picture): SharePicture {
  const version = versionOf(src)
  const shared = version === undefined ? src : sharePath(src, version)
  return { src: shared, alt, width: 1200, height: 630 }
}
