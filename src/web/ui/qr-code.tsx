import { drawingSVG, qrcode } from 'bwip-js/generic'

/** A QR code, black on white in dark mode too, with the blank margin that a camera needs. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const svg = qrcode({ bcid: 'qrcode', text, padding: 8, backgroundcolor: 'ffffff' }, drawingSVG())
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} width={208} height={208} />
}
