import { buttonClass } from '#components/ui/button-class.ts'
import { Flowing } from '#components/ui/flowing.tsx'
import { Link } from '#components/ui/link.tsx'
import { codeAddress, codeDrawing } from '#lib/garment/garment.ts'
import { garmentPath } from '#lib/routes/paths.ts'
import { SITE_URL } from '#lib/routes/site-url.ts'
import styles from './scan-section.module.css'

function Code({ id, title }: { id: string; title: string }) {
  const { side, path } = codeDrawing(SITE_URL, id)
  return (
    <figure
      className={styles.code}
      aria-label={`${title}的 QR Code，內容是 ${codeAddress(SITE_URL, id)}`}
    >
      <svg viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges" aria-hidden="true">
        <path fill="#fff" d={`M0 0h${side}v${side}h-${side}z`} />
        <path stroke="#000" d={path} />
      </svg>
    </figure>
  )
}

/**
 * Opens a style's garment page before buying: a code to scan on a wide window, a button on a phone.
 */
export function ScanSection({
  garment: { id, title: name },
  text,
  label,
}: {
  garment: { readonly id: string; readonly title: string }
  text: string
  label: string
}) {
  return (
    <div className={styles.scan}>
      <div className={styles.words}>
        <p>
          <Flowing text={text} />
        </p>
        <Link className={buttonClass()} href={garmentPath(id)}>
          {label}
        </Link>
      </div>
      <Code id={id} title={name} />
    </div>
  )
}
