import encodeQR from 'qr'

/** Rows of modules, top to bottom; true is dark. */
export type QrModules = readonly (readonly boolean[])[]

// Always the same mask, so that a label woven later is the same to the module.
const MASK = 2

/**
 * Returns a QR code (alphanumeric, level M) without a border; 38 characters give 25 × 25 modules.
 * Throws for other characters.
 */
export function qrModules(text: string): QrModules {
  const options = { ecc: 'medium', encoding: 'alphanumeric', border: 1, mask: MASK } as const
  return encodeQR(text, 'raw', options)
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
}
