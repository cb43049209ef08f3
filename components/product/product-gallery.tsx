import { Fragment } from 'react'

import { Picture } from '#components/ui/picture.tsx'
import { shownPicture } from '#lib/content/shown-picture.ts'
import type { ProductPicture } from '#lib/product/product.ts'
import galleryStyles from './gallery.module.css'
import { Gallery } from './gallery.tsx'

function Slide({ src, alt, first }: { src: string; alt: string; first: boolean }) {
  return (
    <Picture
      src={src}
      alt={alt}
      sizes="(min-width: 900px) 33vw, (min-width: 720px) 50vw, 100vw"
      width={1600}
      height={2000}
      priority={first}
    />
  )
}

// Who wears it stands at the foot of the photograph.
function Wearer({ wearer }: Pick<ProductPicture, 'wearer'>) {
  return wearer ? (
    <span className={galleryStyles.wearer}>{`身高 ${wearer.height} 公分，穿 ${wearer.size}`}</span>
  ) : null
}

/** The gallery of a product; its pictures are drawn on the server, so that their addresses cost no script. */
export function ProductGallery({ pictures }: { pictures: readonly ProductPicture[] }) {
  return (
    <Gallery
      pictures={pictures.map(({ src, alt }) => ({ src: shownPicture(src), alt }))}
      slides={pictures.map(({ src, alt, wearer }, index) => (
        <Fragment key={src}>
          <Slide src={src} alt={alt} first={index === 0} />
          <Wearer wearer={wearer} />
        </Fragment>
      ))}
    />
  )
}
