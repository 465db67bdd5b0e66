const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** An address or a range of addresses in its usual form: '192.0.2.0/24', '2001:db8::1'; null: it is none. */
export function readNetwork(text: string): string | null {
  const [address = '', prefix, ...more] = text.trim().toLowerCase().split('/');
  if (more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return null;
  const isIpv4 = IPV4.test(address);
  const plain = isIpv4 ? address : ipv6Of(address);
  if (plain === null || Number(prefix ?? 0) > (isIpv4 ? 32 : 128)) return null;
  return prefix === undefined ? plain : `${plain}/${Number(prefix)}`;
}

/** An IPv6 address in its short form; null: it is none. */
function ipv6Of(address: string): string | null {
  if (!/^[\da-f:.]{2,45}$/.test(address) || !address.includes(':')) return null;
  const url = `http://[${address}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}
