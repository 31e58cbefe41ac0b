/** Text as it must stand between tags of XML or HTML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The same where it may also stand in an attribute. */
export function escapeXmlAttribute(text: string): string {
  return escapeXml(text).replaceAll('"', '&quot;');
}
