// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/sshkeys.h"

#include "engine/ssh/wire.h"

#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qint64 largestKeyFile = 256 * 1024;

/// Reads a ".pub" file, "type base64 comment"; empty for anything else.
PublicKey readPublicKey(const QString &path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return {};
    const QList<QByteArray> words = file.read(largestKeyFile).simplified().split(' ');
    const auto decoded = QByteArray::fromBase64Encoding(words.value(1), QByteArray::AbortOnBase64DecodingErrors);
    const PublicKey key{decoded.decoded};
    return decoded && key.type() == words.value(0) ? key : PublicKey{};
}

/// The public key of a private key's file. Files in OpenSSH's format have it unencrypted; others must have no
/// passphrase.
PublicKey publicPartOf(const QString &path)
{
    ssh_key raw = nullptr;
    if (ssh_pki_import_pubkey_file(QFile::encodeName(path).constData(), &raw) == SSH_OK)
        return PublicKey::of(SshKey(raw).get());
    const PrivateKey loaded = loadPrivateKey(path);
    return loaded.key ? PublicKey::of(loaded.key.get()) : PublicKey{};
}

/// The number of fields after a certificate's nonce that are the key.
int keyFields(const QByteArray &plainType)
{
    if (plainType == "ssh-ed25519")
        return 1;
    if (plainType == "sk-ecdsa-sha2-nistp256@openssh.com")
        return 3;
    return plainType == "ssh-rsa" || plainType.startsWith("ecdsa-sha2-") || plainType == "sk-ssh-ed25519@openssh.com"
        ? 2
        : 0;
}

int refusePassphrase(const char *, char *, size_t, int, int, void *wasAsked)
{
    *static_cast<bool *>(wasAsked) = true;
    return -1;
}

class OfferList
{
public:
    void add(const KeyOffer &offer)
    {
        const auto isSame = [&](const KeyOffer &other) { return offer.key == other.key; };
        if (offer.key.blob.isEmpty() || std::none_of(m_offers.cbegin(), m_offers.cend(), isSame))
            m_offers.append(offer);
    }

    void addWithCertificates(const PublicKey &agentKey, const QList<PublicKey> &certificates)
    {
        for (const PublicKey &certificate : certificates) {
            if (certificate.plain() == agentKey)
                add({certificate, agentKey, {}});
        }
        add({agentKey, agentKey, {}});
    }

    [[nodiscard]] const QList<KeyOffer> &offers() const { return m_offers; }

private:
    QList<KeyOffer> m_offers;
};

} // namespace

QByteArray PublicKey::type() const
{
    return WireReader(blob).string();
}

PublicKey PublicKey::plain() const
{
    if (!isCertificate())
        return *this;
    WireReader reader(blob);
    QByteArray plainType = reader.string();
    plainType.replace("-cert-v01@openssh.com", plainType.startsWith("sk-") ? "@openssh.com" : "");
    (void)reader.string(); // the certificate's nonce
    QByteArray plainBlob = wireString(plainType);
    const int fields = keyFields(plainType);
    for (int i = 0; i < fields; ++i)
        plainBlob += wireString(reader.string());
    return fields > 0 && reader.isGood() ? PublicKey{plainBlob} : PublicKey{};
}

PublicKey PublicKey::of(ssh_key key)
{
    char *text = nullptr;
    if (ssh_pki_export_pubkey_base64(key, &text) != SSH_OK)
        return {};
    return {QByteArray::fromBase64(SshText(text).get())};
}

SshKey PublicKey::toKey() const
{
    const QByteArray text = blob.toBase64();
    const ssh_keytypes_e keyType = ssh_key_type_from_name(type().constData());
    ssh_key raw = nullptr;
    const int result = isCertificate() ? ssh_pki_import_cert_base64(text.constData(), keyType, &raw)
                                       : ssh_pki_import_pubkey_base64(text.constData(), keyType, &raw);
    return SshKey(result == SSH_OK ? raw : nullptr);
}

QList<PublicKey> readCertificates(const SshHop &hop)
{
    QList<PublicKey> certificates;
    for (const QString &path : hop.certificateFiles) {
        if (const PublicKey certificate = readPublicKey(path); certificate.isCertificate())
            certificates.append(certificate);
    }
    return certificates;
}

QList<KeyFile> readKeyFiles(const SshHop &hop)
{
    const QList<PublicKey> certificates = readCertificates(hop);
    QList<KeyFile> files;
    for (const QString &path : hop.identityFiles) {
        if (!QFileInfo(path).isFile())
            continue;
        KeyFile file{path, readPublicKey(path + u".pub"_s), {}};
        if (file.key.blob.isEmpty() || file.key.isCertificate())
            file.key = publicPartOf(path);
        const PublicKey beside = readPublicKey(path + u"-cert.pub"_s);
        if (beside.isCertificate())
            file.certificates.append(beside);
        for (const PublicKey &certificate : certificates) {
            if (certificate.plain() == file.key && certificate != beside)
                file.certificates.append(certificate);
        }
        files.append(file);
    }
    return files;
}

PrivateKey loadPrivateKey(const QString &path, const Secret *passphrase)
{
    bool wasAsked = false;
    ssh_key raw = nullptr;
    // Without passphrase and callback OpenSSL would prompt on the terminal and block.
    const int result =
        ssh_pki_import_privkey_file(QFile::encodeName(path).constData(), passphrase ? passphrase->data() : nullptr,
                                    refusePassphrase, &wasAsked, &raw);
    if (result == SSH_OK)
        return {PrivateKey::State::Loaded, SshKey(raw)};
    if (wasAsked)
        return {PrivateKey::State::Encrypted, nullptr};
    const bool isWrong = result == SSH_ERROR && passphrase;
    return {isWrong ? PrivateKey::State::WrongPassphrase : PrivateKey::State::Unusable, nullptr};
}

QList<KeyOffer> keyOffers(const QList<PublicKey> &agent, const QList<KeyFile> &files,
                          const QList<PublicKey> &certificates, bool identitiesOnly, qsizetype limit)
{
    const auto isOfFile = [&](const PublicKey &key) {
        return std::any_of(files.cbegin(), files.cend(), [&](const KeyFile &file) { return file.key == key.plain(); })
            || certificates.contains(key);
    };
    OfferList matching;
    OfferList others;
    for (const KeyFile &file : files) {
        for (const PublicKey &key : agent) { // certificates for the file's key first
            if (key.isCertificate() && key.plain() == file.key)
                matching.add({key, key, {}});
        }
        if (!file.key.blob.isEmpty() && agent.contains(file.key))
            matching.addWithCertificates(file.key, file.certificates);
    }
    for (const PublicKey &key : agent) {
        const bool hasCertificate = std::any_of(certificates.cbegin(), certificates.cend(),
                                                [&](const PublicKey &other) { return other.plain() == key; });
        if (isOfFile(key) || hasCertificate)
            matching.addWithCertificates(key, certificates);
        else if (!identitiesOnly)
            others.add({key, key, {}});
    }
    OfferList own;
    for (const KeyFile &file : files) {
        for (const PublicKey &certificate : file.certificates)
            own.add({certificate, {}, file.path});
        own.add({file.key, {}, file.path});
    }
    OfferList all;
    for (const KeyOffer &offer : matching.offers())
        all.add(offer);
    OfferList withoutOthers = all;
    for (const KeyOffer &offer : own.offers())
        withoutOthers.add(offer);
    const qsizetype room = std::max<qsizetype>(limit - withoutOthers.offers().size(), 0);
    for (const KeyOffer &offer : others.offers().mid(0, room))
        all.add(offer);
    for (const KeyOffer &offer : own.offers())
        all.add(offer);
    return all.offers().mid(0, limit);
}

} // namespace engine
