import { drawingSVG, qrcode } from 'bwip-js/generic'

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** A QR code, black on white in dark mode too, with the blank margin that a camera needs. */
export function QrCode({ text, label }: QrCodeProps) {
  const svg = qrcode({ bcid: 'qrcode', text, padding: 8, backgroundcolor: 'ffffff' }, drawingSVG())
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} width={208} height={208} />
}
